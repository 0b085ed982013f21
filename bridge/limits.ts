/** Limits of the bridge that are not part of its wire, with their units. A few that concern one file alone are in it. */

const SECOND = 1_000
const MINUTE = 60 * SECOND
const KIB = 1_024
const MIB = 1_024 * KIB

/** Random bytes in a token. */
export const TOKEN_BYTES = 32

/** A pairing code is valid for this long, ms. */
export const PAIRING_LIFE_MS = 2 * MINUTE
/** Wrong tries that the bridge accepts for one code. */
export const PAIRING_TRIES = 5
/** Codes shown and open at the same time, of all origins. */
export const PAIRING_OPEN_MAX = 3
/** Shortest interval between two new codes, after a first few, ms. */
export const PAIRING_ASK_EVERY_MS = 10 * SECOND
export const PAIRING_ASK_BURST = 3
/** After a wrong code the bridge ignores all codes for this long. Each further wrong code doubles it, ms. */
export const PAIRING_DELAY_BASE_MS = 1 * SECOND
export const PAIRING_DELAY_MAX_MS = 15 * MINUTE
/** After this long without a wrong code the delay starts again at its base, ms. */
export const PAIRING_FORGETS_MS = 24 * 60 * MINUTE

/** Most remembered origins, and most tokens of one: each paired browser has one. */
export const ORIGINS_MAX = 64
export const TOKENS_PER_ORIGIN_MAX = 8
/** Characters of an origin. */
export const ORIGIN_MAX_LENGTH = 256
/** Shortest interval between two writes of the time of last use, ms. */
export const ORIGIN_USED_EVERY_MS = 1 * MINUTE
/** Another process may revoke an origin: the bridge closes its open sockets within this time, ms. */
export const REVOKED_CHECK_MS = 2 * SECOND

/** Most bytes of an HTTP body; pairing needs a few. */
export const BODY_MAX_BYTES = 1 * KIB
/**
 * The bridge drops an HTTP request that is not complete after this time, ms. It checks at the second interval; Node
 * checks twice a minute by default.
 */
export const HTTP_TIMEOUT_MS = 10 * SECOND
export const HTTP_LOOK_MS = 500

/** Sockets open at the same time. */
export const PAGES_MAX = 64
/** Text frames of one page: size of a burst, and frames a second. Flow control limits chunks instead. */
export const FRAMES_BURST = 200
export const FRAMES_PER_SECOND = 50
/** After this many frames in a row that are no message, the bridge closes the page. */
export const JUNK_MAX = 20
/**
 * Bytes that wait for a page that reads slowly. Above the first, discovery waits; above the second, the bridge closes
 * the page.
 */
export const PAGE_BACKLOG_HOLD_BYTES = 256 * KIB
export const PAGE_BACKLOG_MAX_BYTES = 4 * MIB
/** A page that does not answer a ping within this time is gone. A viewer must ask for the picture within it, ms. */
export const PING_EVERY_MS = 30 * SECOND

/** Probes a second of all scans and rounds together, and the size of a burst. */
export const PROBES_PER_SECOND = 4_096
export const PROBES_BURST = 128
/** Interval at which a scan checks its addresses, ms. */
export const SCAN_TICK_MS = 10
/** An address that has not answered by then counts as empty. Half-way the scan asks it once more, ms. */
export const SCAN_TIMEOUT_MS = 1 * SECOND
/** Addresses of one scan that wait for an answer at the same time. */
export const SCAN_WINDOW = 4_096
/** Shortest interval between two progress messages of a scan, ms. */
export const SCAN_PROGRESS_MS = 200

/** Length of a round; rounds run while a page is open, ms. */
export const ROUND_MS = 5 * SECOND
/** After this time a round asks each device that did not answer the broadcast, ms. */
export const ROUND_ASK_AGAIN_MS = 1 * SECOND
/** Rounds without an answer after which a device is gone. */
export const ROUNDS_MISSED_MAX = 3
/** Another address cannot take over a device while the known one has answered within this time, ms. */
export const ADDRESS_HELD_MS = 30 * SECOND
/** Most other endpoints that the bridge remembers of one device. */
export const OTHER_ENDPOINTS_MAX = 4
/** Most devices, in total and of one address. */
export const LAN_DEVICES_MAX = 20_000
export const LAN_DEVICES_PER_SOURCE_MAX = 64
/** Most endpoints of one question that wait for a probe of their own, and most that had theirs. */
export const UNCONFIRMED_MAX = 20_000
export const CONFIRMED_MAX = 40_000
/** Most scanned devices that the bridge remembers. It writes the file this long after a change, ms. */
export const SCANNED_KEPT_MAX = 128
export const SCANNED_WRITE_AFTER_MS = 200
const DAY_MS = 24 * 60 * 60 * 1_000
/**
 * The bridge forgets a scanned endpoint this long after the last find. The file holds the time of that find to the day.
 */
export const SCANNED_KEPT_MS = 90 * DAY_MS
export const SCANNED_FRESH_MS = DAY_MS
/** Shortest interval between two change messages to a page, ms. */
export const FEED_MS = 100

/** A device that does not accept a connection or say hello within this time is unreachable, ms. */
export const CONNECT_TIMEOUT_MS = 5 * SECOND
/** A request without an answer within this time ends the session, ms. */
export const REQUEST_TIMEOUT_MS = 10 * SECOND
/** Time for the person to type a passcode, ms. */
export const PASSCODE_PATIENCE_MS = 5 * MINUTE
/** Most sessions of one page with devices. */
export const SESSIONS_PER_PAGE_MAX = 16
/** A device that does not answer a request through the cloud within this time is unreachable, ms. */
export const NAT_PATIENCE_MS = 15 * SECOND
/** An unused session ends after this, ms. */
export const SESSION_IDLE_MS = 60 * SECOND

/** Magic packets of one wake, because a datagram may be lost, and the interval between them, ms. */
export const WAKE_PACKETS = 3
export const WAKE_PACKET_EVERY_MS = 100
/** Port of magic packets on real networks: discard. */
export const WAKE_PORT = 9
/** A host that is not seen awake within this time is not confirmed, ms. */
export const WAKE_CONFIRM_MS = 60 * SECOND

/** Text messages of one viewer: size of a burst, and messages a second. TCP limits RFB in binary frames. */
export const VIEWER_TEXTS_BURST = 50
export const VIEWER_TEXTS_PER_SECOND = 20

/** The bridge uses the text of the latest firmware for this long, ms. */
export const LATEST_LIFE_MS = 10 * MINUTE
/** Images kept on this machine, partial ones included. The oldest make room. */
export const IMAGES_KEPT = 4
/**
 * A download that is silent for this long retries where it stopped: longest silence, tries in all, pause between them,
 * ms.
 */
export const DOWNLOAD_SILENCE_MS = 15 * SECOND
export const DOWNLOAD_TRIES = 4
export const DOWNLOAD_AGAIN_MS = 1 * SECOND
/** The bridge grants a provider a pause of at most this length, at most this often, ms. */
export const DOWNLOAD_WAITED_MAX_MS = 60 * SECOND
export const DOWNLOAD_WAITS = 3
/** Bytes of one chunk towards a device. */
export const DEVICE_CHUNK_BYTES = 128 * KIB
/** An update without progress for this long retries: longest silence, tries in all, pause between them, ms. */
export const UPDATE_SILENCE_MS = 30 * SECOND
export const UPDATE_TRIES = 5
export const UPDATE_AGAIN_MS = 1 * SECOND
/** A device that was lost during an update must be back within this time: twice the length of a start, ms. */
export const LOST_PATIENCE_MS = 90 * SECOND
/** An updated device must be back within this time, ms. */
export const RESTART_PATIENCE_MS = 3 * MINUTE

/** Most pinned devices. The oldest pins make room. */
export const PINS_MAX = 20_000
