/**
 * The limits and times of the product, each with its unit: those that the requirements name, and those that several files go
 * by. What one file alone goes by (how much it remembers, how many it takes at once) is there; the limits of the
 * device protocol are in `wire/device/limits.ts`.
 */

const SECOND = 1_000
const MINUTE = 60 * SECOND

/** AUTH-12: characters. */
export const PASSWORD_MIN_LENGTH = 6
/** Digits of every verification, delete and invitation code. */
export const CODE_DIGITS = 6
/** RENAME-1: UTF-8 bytes of a device or account name. */
export const NAME_MAX_BYTES = 32
/** SUB-5: the lowest firmware build that can be shared with sub-accounts. */
export const SHARING_MIN_BUILD = 241_129_184_309
/** DEVICE-5: a cloud device seen within this is online, ms. */
export const ONLINE_WINDOW_MS = 30 * MINUTE
/** DEVICE-5: a device seen further in the future than this has a wrong clock of its own and is not online, ms. */
export const FUTURE_TOLERATED_MS = 24 * 60 * MINUTE
/** A clock of this computer that differs from the server's by no more than this is right, ms. */
export const CLOCK_GAP_TOLERATED_MS = 5 * MINUTE
/** FW-1: time-out of the latest-firmware file, ms. */
export const FIRMWARE_FETCH_TIMEOUT_MS = 10 * SECOND
/** UDP and TCP port of a device. */
export const DEVICE_PORT = 36_459

/** MSG-4: life of blank, error and custom toasts, ms. */
export const TOAST_MS = 4 * SECOND
/** MSG-4: life of success toasts, ms. */
export const TOAST_SUCCESS_MS = 2 * SECOND
/** SETTINGS-2: how long the dialog says that settings are being reset, ms. */
export const RESET_SETTINGS_MS = 1 * SECOND
/** How long a copy is confirmed, ms. */
export const COPY_CONFIRMATION_MS = 2 * SECOND
/** MSG-4: most toasts shown at once. */
export const TOAST_MAX = 20

/** Our side gives a cloud call up after this, ms. */
export const REQUEST_TIMEOUT_MS = 15 * SECOND
/** A server that owes an answer for this long is not said to be online, ms. */
export const SILENT_AFTER_MS = 3 * SECOND
/** The longest a request handed to the network can still reach the server, ms; the time-out ends only our waiting. */
export const REQUEST_LONGEST_LIFE_MS = 60 * SECOND
/** A claim older than this is not sent any more: the tab was frozen between claim and send, ms. */
export const CLAIM_FRESH_MS = 5 * SECOND
/** Most bytes of a cloud reply, or of a frame of the native side, that are read. */
export const REPLY_MAX_BYTES = 32 * 1024 * 1024

/** Retry: full jitter between nothing and min(cap, base * 2^attempt), ms. */
export const RETRY_BASE_MS = 1 * SECOND
export const RETRY_CAP_MS = 60 * SECOND
/** A step of the wall clock by no more than this changes nothing (NTP sets clocks by such steps), ms. */
export const CLOCK_STEP_TOLERATED_MS = 5 * SECOND
/** Waits for a lost reply end early when the server is back after it was away for at least this, ms. */
export const RELEASE_AFTER_AWAY_MS = 10 * SECOND
/** Those waits end one by one over this span, ms. */
export const RELEASE_SPREAD_MS = 5 * SECOND
/** After "too often" (-100) the whole account waits at least this, ms. */
export const TOO_OFTEN_BASE_MS = 10 * SECOND
/** The longest that a server is believed when it says by `Retry-After` how long to wait, ms. */
export const RETRY_AFTER_MAX_MS = 60 * MINUTE
/** OFFLINE-6: wake and reboot expire after this unless set otherwise, ms. */
export const ACTION_EXPIRY_MS = 5 * MINUTE
export const ACTION_EXPIRY_MIN_MS = 1 * MINUTE
export const ACTION_EXPIRY_MAX_MS = 24 * 60 * MINUTE
/** Settled actions kept in state for the outbox panel; older ones remain in the log alone. */
export const SETTLED_ACTIONS_KEPT = 100
/** Invitations kept beyond these, the latest ones, because only their actions lead to codes that are still unused. */
export const UNACCEPTED_INVITATIONS_KEPT = 100
/** Devices of one batch that are in the outbox at once: the others wait in the batch, however many they are. */
export const BATCH_AT_ONCE = 24
/** Batches kept in state; those that are not over are never dropped for a new one. */
export const BATCHES_KEPT = 8
/** Open actions that one account may hold. */
export const OPEN_ACTIONS_MAX = 10_000

/** Ended sessions remembered, so that a token left behind starts none of them again. */
export const ENDED_SESSIONS_KEPT = 32
/** The saved user and the log may disagree this long while a sign-in goes from one to the other, ms. */
export const USER_SETTLES_MS = 5 * SECOND
/** A saved user as old as this has been in the log, however long the tab that signed in lived, ms. */
export const USER_RECORDED_MS = 5 * MINUTE
/** The device list is read again this often while a tab is visible, ms. */
export const REFRESH_INTERVAL_MS = 60 * SECOND
/** A visible tab without the lead lets others read a list first, for once to twice so long, ms. */
export const READ_TURN_MS = 2 * SECOND
/** WAKE-4: the same while the client awaits a sign of a device that restarts or wakes, ms. */
export const AWAITED_INTERVAL_MS = 10 * SECOND
/** The leader says that it lives this often, ms. */
export const HEARTBEAT_MS = 10 * SECOND
/** A visible tab takes over from a leader silent for longer than this, ms. */
export const LEADER_SILENCE_MS = 60 * SECOND

/** A hidden tab that got the lock waits this long for tabs that are seen to say so, ms. */
export const PRESENCE_ANSWER_MS = SECOND / 2
/** A leader that hands over waits at most this long for what it has sent, ms. */
export const HANDOVER_MAX_MS = REQUEST_TIMEOUT_MS + 5 * SECOND
/** Another tab that renews the session at the same time has saved its token within this, ms. */
export const TOKEN_SETTLES_MS = 3 * SECOND

/** What the system says of its network is settled once it has said the same for this long, ms. */
export const NETWORK_SETTLES_MS = 2 * SECOND
/** A loop takes its next turn no sooner than this, ms. */
export const TURN_GAP_MS = 1
/** Reads of one list that loops may make at once, and how often one more is allowed, ms. */
export const READS_BURST = 10
export const READS_REFILL_MS = 30 * SECOND
/** Undecodable answers in a row after which the server counts as away. */
export const UNDECODABLE_MAX = 3
/** A loop that failed so often without running well in between is shown as failing. */
export const LOOP_FAILURES_SHOWN = 3
/** A loop that has run for this long without failing is healthy, ms. */
export const LOOP_HEALTHY_MS = 2 * MINUTE

/** Accounts whose e-mail is remembered to name held actions. */
export const ACCOUNTS_KEPT = 16
/** Tags: characters of one, tags on one device, and devices with tags in one account. */
export const TAG_MAX_LENGTH = 24
export const TAGS_PER_DEVICE_MAX = 8
export const TAGGED_DEVICES_MAX = 10_000
/** Tags in use that are offered for another device. */
export const TAGS_SUGGESTED = 8
/** WAKE-4: MAC addresses offered again when waking, for one account. */
export const RECENT_MACS_KEPT = 5
/** Tabs whose place (route, dialogs, toasts) is kept in state. */
export const TABS_KEPT = 8
/** Accepted invitations kept that wait for their owner's approval. */
export const AWAITING_KEPT = 8
/** Diagnostic entries kept in state. */
export const DIAGNOSTICS_KEPT = 50
/** DEVICE-15: length of one presence tick, ms, and the number of ticks. */
export const PRESENCE_TICK_MS = 30 * MINUTE
export const PRESENCE_TICKS = 48

/** REBOOT-1: how long a reboot can be undone before it is sent, ms. */
export const UNDO_MS = 4 * SECOND
/** WAKE-4: how long a device says what came of a wake or reboot, and that it is not back yet, ms. */
export const OUTCOME_SHOWN_MS = 5 * MINUTE
export const NOT_BACK_SHOWN_MS = 30 * MINUTE

/** How far back the server reports presence of a device, ms; older spans are ignored. */
export const PRESENCE_SPANS_MS = 14 * 24 * 60 * MINUTE
/** DEVICE-15: for so long after a device came onto the list its strip says since when it has been watched, ms. */
export const FIRST_DAY_MS = 120 * MINUTE

/** Events from one snapshot to the next. */
export const SNAPSHOT_EVERY_EVENTS = 500
/** A tab that does not lead keeps one after so many times as many events. */
export const SNAPSHOT_PATIENCE = 2
/** A log of so many events without a snapshot is folded in a worker: less takes a moment. */
export const REFOLD_FROM_EVENTS = 20_000
/** Events in one sealed segment of history. */
export const SEGMENT_EVENTS = 500
/** Most events handed on at once when the log is read through. */
export const SCAN_CHUNK_EVENTS = 500
/** The longest run of missing events that is taken for lost history; a key beyond it is damaged itself. */
export const LOG_GAP_MAX = 100_000
/** EVENT-4: history kept: at most so many events, and for at most so long, ms. What is not settled is always kept. */
export const LOG_KEPT_EVENTS = 1_000_000
export const LOG_KEPT_MS = 400 * 24 * 60 * MINUTE
/**
 * The same where storage is full, and a tab looks for room at most this often, ms. That much is what a report is made of,
 * and most of the room: a hundred thousand events take some 30 MB, and 30 days of a thousand devices 90 MB at most.
 */
export const LOG_KEPT_WHEN_FULL_EVENTS = 100_000
export const LOG_KEPT_WHEN_FULL_MS = 30 * 24 * 60 * MINUTE
export const ROOM_AGAIN_MS = 10 * MINUTE
/** History is dropped in steps of so many events, and looked at this often, ms. */
export const RETENTION_STEP_EVENTS = 5_000
export const RETENTION_PERIOD_MS = 60 * MINUTE
/** Export: events between two checkpoints. */
export const CHECKPOINT_EVERY_EVENTS = 1_000
/** In a long file they are further apart, because each costs as much as folding hundreds of events. */
export const LONG_FILE_EVENTS = 20_000
export const LONG_FILE_CHECKPOINT_EVERY_EVENTS = 5_000
/** Import: most bytes of one line and of one whole log file. */
export const LOG_LINE_MAX_BYTES = 16 * 1024 * 1024
/** Import: most levels of nesting in one line; our own events have less than ten. */
export const LOG_DEPTH_MAX = 64
/** Import: most lists and objects in one line; a state of 10,000 devices has fewer than a tenth of them. */
export const LOG_LISTS_MAX = 1_000_000
export const LOG_FILE_MAX_BYTES = 1024 * 1024 * 1024
/** Import: bytes that a packed file is unpacked to at once, and bytes that are cut into lines at once. */
export const GZIP_SLICE_BYTES = 64 * 1024
export const LOG_PART_BYTES = 64 * 1024
/** Import: bytes at the start of a file that show whether another program saved it again. */
export const LOG_START_BYTES = 1024
/** Actions on their way at once. */
export const SENDING_MAX = 6
/** Attempts after which a waiting action no longer holds up others of its lane that set another target. */
export const LANE_PATIENCE_ATTEMPTS = 3
/** Longest wait after -100, ms. */
export const TOO_OFTEN_CAP_MS = 120_000

/** Bridge: most bytes of one text frame of a page. */
export const BRIDGE_FRAME_MAX_BYTES = 1024 * 1024
/** Requests to devices behind other networks that are handed to the cloud at one time. */
export const NAT_REQUESTS_MAX = 16
/** Bridge: most bytes of firmware in one chunk, and of the JSON head before them. */
export const FIRMWARE_CHUNK_MAX_BYTES = 256 * 1024
export const FIRMWARE_CHUNK_HEAD_MAX_BYTES = 1_024
/** Bridge: most bytes of one firmware image. */
export const FIRMWARE_IMAGE_MAX_BYTES = 512 * 1024 * 1024
/** Bytes of an image that the page asks its provider for at a time: a multiple of a chunk. */
export const FIRMWARE_RANGE_BYTES = 8 * 1024 * 1024
/** Parts of an image after which one answer with all of it is asked for: the largest image by parts of half a MiB. */
export const FIRMWARE_PARTS_MAX = 1_000
/** Bridge: targets of one scan. A target may be a wildcard of many addresses. */
export const SCAN_TARGETS_MAX = 4_096
/** Bridge: devices in one `devices_discovered`. */
export const DISCOVERED_MAX = 500
/** BRIDGE-5: digits of a pairing code. */
export const PAIRING_CODE_DIGITS = 6
/** LAN-4: most stored targets of scans. */
export const SUBNETS_MAX = 64
/** Targets whose last scan is remembered. */
export const SCANNED_TARGETS_KEPT = 2 * SUBNETS_MAX
/** Addresses that the native side is asked to look at with one message. */
export const SCAN_PART_HOSTS = 4_096
/** A scan without a message for this long counts as lost, ms. */
export const SCAN_SILENCE_MS = 30 * SECOND
/** How long to wait for the last message of a cancelled scan, ms. */
export const SCAN_LAST_WORD_MS = 2 * SECOND
/** Reports about LAN devices: recorded at once so many times, then once in the refill time, ms. */
export const LAN_REPORTS_BURST = 20
export const LAN_REPORTS_REFILL_MS = 10 * SECOND
/** A LAN device of the log that the native side has not reported within this time after its greeting is gone, ms. */
export const LAN_REPORTED_WITHIN_MS = 20 * SECOND
/** Wakes over the local network that are shown, and their MAC addresses. */
export const LAN_WAKES_KEPT = 20
export const LAN_MACS_KEPT = 1_000
/** The bridge looks for a woken computer for a minute; what it has not said a little later is not confirmed, ms. */
export const LAN_WAKE_CONFIRM_MS = 70 * SECOND
/** DEVICE-9: before the `did` in the local storage key of a device's passcode. */
export const PASSCODE_KEY_PREFIX = "passcode."
/** A lost device is tried again so often, after waits that double from the base to the cap, ms. */
export const CONNECT_ATTEMPTS_MAX = 8
export const CONNECT_BASE_MS = 1 * SECOND
export const CONNECT_CAP_MS = 15 * SECOND
/** A device that the native side has not found yet is looked for so often, once a base. */
export const CONNECT_LOOKS_MAX = 8
/** BRIDGE-7: a native side that says nothing of a device for so long after it was asked for has opened it, or never will, ms. */
export const CONNECT_PATIENCE_MS = 9 * SECOND
/** The same once it asks the cloud for the way to the device, ms. */
export const CONNECT_NAT_PATIENCE_MS = 25 * SECOND
/** MODE-1: a native side that says nothing of a switch for so long has lost it, ms; a passcode may be waited for longer. */
export const MODE_PATIENCE_MS = 30 * SECOND
/** An update tells its percent in steps of this, so that a hundred devices do not fill the log. */
export const FIRMWARE_PROGRESS_STEP = 4
/** Devices whose last update is kept in state: those of a campaign in lots, and as many again beside it. */
export const FIRMWARE_UPDATES_KEPT = 12_000
/** FW-8: failures that end a campaign, unless a person sets another number, and the most that can be set. */
export const CAMPAIGN_FAILURES = 2
export const CAMPAIGN_FAILURES_MAX = 20
/** Devices of one campaign, and the most that are updated side by side: an update takes minutes of each. */
export const CAMPAIGN_DEVICES_MAX = 1_000
export const CAMPAIGN_AT_ONCE_MAX = 8
/** FW-8: without a passcode within this time a campaign goes on with its other devices, ms; it asks again later. */
export const PASSCODE_TURN_MS = 1 * MINUTE
/** The same once a passcode was not given for one of its devices, ms: the person seems to be away. */
export const PASSCODE_NEXT_TURN_MS = 15 * SECOND
/** A device that is not on the network is waited for this long before its update ends, ms: longer than a start takes. */
export const DEVICE_BACK_MS = 3 * MINUTE
/** Devices that have left the network and are remembered, because an update may be under way. */
export const LAN_LEFT_KEPT = 64
/** A bridge that is away for longer than this ends the updates that need it, ms. */
export const BRIDGE_PATIENCE_MS = 2 * MINUTE
/** A bridge that says nothing of an update for this long has lost it, ms: its own patience with a device is shorter. */
export const UPDATE_PATIENCE_MS = 6 * MINUTE
/** A bridge that has connected again reports the updates under way within this time, ms. */
export const BRIDGE_GREETING_MS = 1_500
/** A device that restarts is asked again at this interval, ms, so many times. */
export const ASK_AGAIN_MS = 10 * SECOND
export const ASKS_MAX = 12
/** The same chunk is sent so many times in a row at most. */
export const CHUNK_TRIES = 4
/** An updated device says its new build within this, or it is doubted, ms. */
export const BUILD_READ_MS = 30 * SECOND
/** FW-1: the latest build is asked for this often, ms; after a failure first the shorter one, doubled each time. */
export const LATEST_READ_MS = 6 * 60 * MINUTE
export const LATEST_AGAIN_MS = 1 * MINUTE
/** UX-2: a tab that stays open asks for a new version of the app at most this often, ms. */
export const NEW_VERSION_MS = 60 * MINUTE
/** A tab that stays open looks this often whether the browser still keeps the app for offline use, ms. */
export const APP_KEPT_CHECK_MS = 1 * MINUTE
