/** Limits of the bridge that are not part of its wire, with their units. A few that concern one file alone are in it. */

const SECOND = 1_000
const MINUTE = 60 * SECOND
const KIB = 1_024
const MIB = 1_024 * KIB

/** Bytes of chance in a token. */
export const TOKEN_BYTES = 32

/** A pairing code is taken this long, ms. */
export const PAIRING_LIFE_MS = 2 * MINUTE
/** Wrong tries that one code survives. */
export const PAIRING_TRIES = 5
/** Codes shown and open at the same time, of all origins. */
export const PAIRING_OPEN_MAX = 3
/** A new code is shown this often at most, ms; beyond a first few. */
export const PAIRING_ASK_EVERY_MS = 10 * SECOND
export const PAIRING_ASK_BURST = 3
/** After a wrong code all codes are ignored for this long, twice as long after each further one, ms. */
export const PAIRING_DELAY_BASE_MS = 1 * SECOND
export const PAIRING_DELAY_MAX_MS = 15 * MINUTE
/** After so long without a wrong code the delay starts again at its base, ms. */
export const PAIRING_FORGETS_MS = 24 * 60 * MINUTE

/** Origins remembered, and tokens of one: one for each browser that was paired. */
export const ORIGINS_MAX = 64
export const TOKENS_PER_ORIGIN_MAX = 8
/** Characters of an origin. */
export const ORIGIN_MAX_LENGTH = 256
/** The time of last use is written this often at most, ms. */
export const ORIGIN_USED_EVERY_MS = 1 * MINUTE
/** Another process may revoke an origin: open sockets notice within this, ms. */
export const REVOKED_CHECK_MS = 2 * SECOND

/** Most bytes of an HTTP body; pairing needs a few. */
export const BODY_MAX_BYTES = 1 * KIB
/** An HTTP request that is not complete after this is dropped; how often that is looked at, ms. Node looks twice a minute by default. */
export const HTTP_TIMEOUT_MS = 10 * SECOND
export const HTTP_LOOK_MS = 500

/** Sockets open at the same time. */
export const PAGES_MAX = 64
/** Text frames of one page: so many at once, refilled at so many a second. Chunks are held back by the flow instead. */
export const FRAMES_BURST = 200
export const FRAMES_PER_SECOND = 50
/** Frames that are no message, in a row, after which the page is shut out. */
export const JUNK_MAX = 20
/** Bytes waiting for a page that reads slowly: discovery waits above the first, the page is dropped above the second. */
export const PAGE_BACKLOG_HOLD_BYTES = 256 * KIB
export const PAGE_BACKLOG_MAX_BYTES = 4 * MIB
/** A page that answers no ping within this is gone; a viewer that does not ask for the picture within it is closed, ms. */
export const PING_EVERY_MS = 30 * SECOND

/** Probes a second of all scans and rounds together, and how many may leave in one go. */
export const PROBES_PER_SECOND = 4_096
export const PROBES_BURST = 128
/** A scan looks this often what is to be done, ms. */
export const SCAN_TICK_MS = 10
/** An address that has not answered by then counts as empty; half-way it is asked once more, ms. */
export const SCAN_TIMEOUT_MS = 1 * SECOND
/** Addresses of one scan that are waited for at the same time. */
export const SCAN_WINDOW = 4_096
/** Shortest interval between two progress messages of a scan, ms. */
export const SCAN_PROGRESS_MS = 200

/** While a page is there, devices are looked for this often, ms. */
export const ROUND_MS = 5 * SECOND
/** Devices that a broadcast did not bring are asked one by one after this, ms. */
export const ROUND_ASK_AGAIN_MS = 1 * SECOND
/** Rounds without an answer after which a device is gone. */
export const ROUNDS_MISSED_MAX = 3
/** Another address that claims to be a device is not believed while the known one has answered within this, ms. */
export const ADDRESS_HELD_MS = 30 * SECOND
/** Endpoints that are remembered of one device, beside the known one. */
export const OTHER_ENDPOINTS_MAX = 4
/** Devices remembered, of the network and of one address of it. */
export const LAN_DEVICES_MAX = 20_000
export const LAN_DEVICES_PER_SOURCE_MAX = 64
/** Endpoints that answered a broadcast and wait for a probe of their own; and those of one question that had theirs. */
export const UNCONFIRMED_MAX = 20_000
export const CONFIRMED_MAX = 40_000
/** Devices that a scan has found, of which the bridge remembers where they are; written so long after a change, ms. */
export const SCANNED_KEPT_MAX = 128
export const SCANNED_WRITE_AFTER_MS = 200
const DAY_MS = 24 * 60 * 60 * 1_000
/** Where a device was found is forgotten so long after the last time; the file says that time to a day. */
export const SCANNED_KEPT_MS = 90 * DAY_MS
export const SCANNED_FRESH_MS = DAY_MS
/** Shortest interval between two messages of changes to a page, ms. */
export const FEED_MS = 100

/** A device that does not accept a connection, or does not say hello, within this is unreachable, ms. */
export const CONNECT_TIMEOUT_MS = 5 * SECOND
/** A request that a device does not answer within this ends the session, ms. */
export const REQUEST_TIMEOUT_MS = 10 * SECOND
/** The person has this long to type a passcode, ms. */
export const PASSCODE_PATIENCE_MS = 5 * MINUTE
/** Sessions with devices of one page. */
export const SESSIONS_PER_PAGE_MAX = 16
/** A device that is asked through the cloud answers within this or is unreachable, ms. */
export const NAT_PATIENCE_MS = 15 * SECOND
/** An unused session ends after this, ms. */
export const SESSION_IDLE_MS = 60 * SECOND

/** Magic packets of one wake, because a datagram may be lost, and the time between them, ms. */
export const WAKE_PACKETS = 3
export const WAKE_PACKET_EVERY_MS = 100
/** Port of magic packets on real networks: discard. */
export const WAKE_PORT = 9
/** A target that was not seen awake within this is not confirmed, ms. */
export const WAKE_CONFIRM_MS = 60 * SECOND

/** Text messages of one viewer: so many at once, and so many a second. RFB in binary frames is bounded by TCP. */
export const VIEWER_TEXTS_BURST = 50
export const VIEWER_TEXTS_PER_SECOND = 20

/** The text of the latest firmware is believed for this long, ms. */
export const LATEST_LIFE_MS = 10 * MINUTE
/** Images kept on this machine, begun ones included; the oldest make room. */
export const IMAGES_KEPT = 4
/** A download that brings nothing for this long is tried again where it stopped, so many times in all, ms between. */
export const DOWNLOAD_SILENCE_MS = 15 * SECOND
export const DOWNLOAD_TRIES = 4
export const DOWNLOAD_AGAIN_MS = 1 * SECOND
/** A provider that asks to wait no longer than this is asked again after it, so many times in all, ms. */
export const DOWNLOAD_WAITED_MAX_MS = 60 * SECOND
export const DOWNLOAD_WAITS = 3
/** Bytes of one chunk towards a device. */
export const DEVICE_CHUNK_BYTES = 128 * KIB
/** A device that makes no step of an update for this long is tried again, so many times in all; ms between. */
export const UPDATE_SILENCE_MS = 30 * SECOND
export const UPDATE_TRIES = 5
export const UPDATE_AGAIN_MS = 1 * SECOND
/** A device that was lost in the middle of an update is back within this, or is missing: twice what a start takes, ms. */
export const LOST_PATIENCE_MS = 90 * SECOND
/** An updated device is back within this, or is missing, ms. */
export const RESTART_PATIENCE_MS = 3 * MINUTE

/** Devices whose key is kept; the ones that were pinned longest ago give way. */
export const PINS_MAX = 20_000
