/**
 * The limits and times of the product, each with its unit: those that the requirements name, and those that several
 * files use. A limit of a single file is in that file. The limits of the device protocol are in
 * `wire/device/limits.ts`.
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
/** DEVICE-5: a cloud device that was seen within this time is online, ms. */
export const ONLINE_WINDOW_MS = 30 * MINUTE
/** DEVICE-5: a device seen further in the future than this has a wrong clock and is not online, ms. */
export const FUTURE_TOLERATED_MS = 24 * 60 * MINUTE
/** Up to this difference from the server's clock, the clock of this computer counts as right, ms. */
export const CLOCK_GAP_TOLERATED_MS = 5 * MINUTE
/** FW-1: time-out of the latest-firmware file, ms. */
export const FIRMWARE_FETCH_TIMEOUT_MS = 10 * SECOND
/** UDP and TCP port of a device. */
export const DEVICE_PORT = 36_459

/** MSG-4: life of blank, error and custom toasts, ms. */
export const TOAST_MS = 4 * SECOND
/** MSG-4: life of success toasts, ms. */
export const TOAST_SUCCESS_MS = 2 * SECOND
/** SETTINGS-2: how long the dialog shows that settings are being reset, ms. */
export const RESET_SETTINGS_MS = 1 * SECOND
/** How long a copy is confirmed, ms. */
export const COPY_CONFIRMATION_MS = 2 * SECOND
/** MSG-4: most toasts shown at once. */
export const TOAST_MAX = 20

/** Timeout of a cloud call, ms. */
export const REQUEST_TIMEOUT_MS = 15 * SECOND
/** A server that has not answered for this long is not shown as online, ms. */
export const SILENT_AFTER_MS = 3 * SECOND
/** The longest time for which a sent request can still reach the server, ms. The time-out ends only our waiting. */
export const REQUEST_LONGEST_LIFE_MS = 60 * SECOND
/** A claim older than this is not sent, because the tab was frozen between claim and send, ms. */
export const CLAIM_FRESH_MS = 5 * SECOND
/** Most bytes of a cloud reply, or of a frame of the native side, that are read. */
export const REPLY_MAX_BYTES = 32 * 1024 * 1024

/** Retry: full jitter between 0 and min(cap, base * 2^attempt), ms. */
export const RETRY_BASE_MS = 1 * SECOND
export const RETRY_CAP_MS = 60 * SECOND
/** A step of the wall clock up to this is ignored, because NTP sets clocks in such steps, ms. */
export const CLOCK_STEP_TOLERATED_MS = 5 * SECOND
/** Waits for a lost reply end early when the server is back after an absence of at least this, ms. */
export const RELEASE_AFTER_AWAY_MS = 10 * SECOND
/** Those waits end one after the other within this span, ms. */
export const RELEASE_SPREAD_MS = 5 * SECOND
/** After "too often" (-100) the whole account waits at least this, ms. */
export const TOO_OFTEN_BASE_MS = 10 * SECOND
/** The longest wait by `Retry-After` that the client obeys, ms. */
export const RETRY_AFTER_MAX_MS = 60 * MINUTE
/** OFFLINE-6: wake and reboot expire after this unless set otherwise, ms. */
export const ACTION_EXPIRY_MS = 5 * MINUTE
export const ACTION_EXPIRY_MIN_MS = 1 * MINUTE
export const ACTION_EXPIRY_MAX_MS = 24 * 60 * MINUTE
/** Settled actions kept in state for the outbox panel. Older ones remain only in the log. */
export const SETTLED_ACTIONS_KEPT = 100
/** Invitations kept beyond these, the latest ones, because only their actions lead to unused codes. */
export const UNACCEPTED_INVITATIONS_KEPT = 100
/** Devices of one batch with an action in the outbox at once. The others wait in the batch. */
export const BATCH_AT_ONCE = 24
/** Batches kept in state. A new batch never displaces one that is not over. */
export const BATCHES_KEPT = 8
/** Open actions that one account may hold. */
export const OPEN_ACTIONS_MAX = 10_000

/** Ended sessions remembered, so that a leftover token starts none of them again. */
export const ENDED_SESSIONS_KEPT = 32
/** The saved user and the log may differ for this long during a sign-in, ms. */
export const USER_SETTLES_MS = 5 * SECOND
/** A saved user of this age was in the log, however long the tab that signed in lived, ms. */
export const USER_RECORDED_MS = 5 * MINUTE
/** The device list is read again this often while a tab is visible, ms. */
export const REFRESH_INTERVAL_MS = 60 * SECOND
/** A visible tab that is not the leader lets others read a list first, for one to two times this long, ms. */
export const READ_TURN_MS = 2 * SECOND
/** WAKE-4: the same while the client awaits a sign of a device that restarts or wakes, ms. */
export const AWAITED_INTERVAL_MS = 10 * SECOND
/** The leader sends a heartbeat this often, ms. */
export const HEARTBEAT_MS = 10 * SECOND
/** A visible tab takes over from a leader silent for longer than this, ms. */
export const LEADER_SILENCE_MS = 60 * SECOND

/** A hidden tab that got the lock waits this long for visible tabs to answer, ms. */
export const PRESENCE_ANSWER_MS = SECOND / 2
/** A leader that hands over waits at most this long for its sent requests, ms. */
export const HANDOVER_MAX_MS = REQUEST_TIMEOUT_MS + 5 * SECOND
/** Another tab that renews the session at the same time saves its token within this time, ms. */
export const TOKEN_SETTLES_MS = 3 * SECOND

/** The system's network state counts as settled once it has stayed the same for this long, ms. */
export const NETWORK_SETTLES_MS = 2 * SECOND
/** Shortest time between two turns of a loop, ms. */
export const TURN_GAP_MS = 1
/** Reads of one list that loops may make at once, and the time until one more is allowed, ms. */
export const READS_BURST = 10
export const READS_REFILL_MS = 30 * SECOND
/** Undecodable replies in a row after which the server counts as unreachable. */
export const UNDECODABLE_MAX = 3
/** A loop that failed this often without running well in between is shown as failing. */
export const LOOP_FAILURES_SHOWN = 3
/** A loop that has run for this long without failing is healthy, ms. */
export const LOOP_HEALTHY_MS = 2 * MINUTE

/** Accounts whose e-mail is remembered to name held actions. */
export const ACCOUNTS_KEPT = 16
/** Tags: characters of one, tags on one device, and devices with tags in one account. */
export const TAG_MAX_LENGTH = 24
export const TAGS_PER_DEVICE_MAX = 8
export const TAGGED_DEVICES_MAX = 10_000
/** Tags in use that are suggested for another device. */
export const TAGS_SUGGESTED = 8
/** WAKE-4: MAC addresses suggested for a wake, for one account. */
export const RECENT_MACS_KEPT = 5
/** Tabs whose navigation (path, dialogs, toasts) is kept in state. */
export const TABS_KEPT = 8
/** Accepted invitations that wait for their owner's approval and are kept. */
export const AWAITING_KEPT = 8
/** Diagnostic entries kept in state. */
export const DIAGNOSTICS_KEPT = 50
/** DEVICE-15: length of one presence tick, ms, and the number of ticks. */
export const PRESENCE_TICK_MS = 30 * MINUTE
export const PRESENCE_TICKS = 48

/** REBOOT-1: how long a reboot can be undone before it is sent, ms. */
export const UNDO_MS = 4 * SECOND
/** WAKE-4: how long a device shows the outcome of a wake or reboot, and that it is not back yet, ms. */
export const OUTCOME_SHOWN_MS = 5 * MINUTE
export const NOT_BACK_SHOWN_MS = 30 * MINUTE

/** How far back the server reports presence of a device, ms; older spans are ignored. */
export const PRESENCE_SPANS_MS = 14 * 24 * 60 * MINUTE
/** DEVICE-15: for this long after a device came onto the list, its strip shows since when it has been watched, ms. */
export const FIRST_DAY_MS = 120 * MINUTE

/** Events from one snapshot to the next. */
export const SNAPSHOT_EVERY_EVENTS = 500
/** A tab that is not the leader saves a snapshot after this many times as many events. */
export const SNAPSHOT_PATIENCE = 2
/** A log with this many events and no snapshot is folded in a worker. A shorter one takes only a moment. */
export const REFOLD_FROM_EVENTS = 20_000
/** Events in one sealed segment of history. */
export const SEGMENT_EVENTS = 500
/** Most events passed on at once during a scan of the log. */
export const SCAN_CHUNK_EVENTS = 500
/** The longest run of missing events that counts as lost history. A key beyond it counts as damaged. */
export const LOG_GAP_MAX = 100_000
/** EVENT-4: the longest history: number of events, and age in ms. Unsettled actions are always kept. */
export const LOG_KEPT_EVENTS = 1_000_000
export const LOG_KEPT_MS = 400 * 24 * 60 * MINUTE
/**
 * The same where storage is full, and the shortest time between two attempts to make room, ms. A report needs that
 * much, and it frees most of the room: a hundred thousand events take some 30 MB, and 30 days of a thousand devices 90
 * MB at most.
 */
export const LOG_KEPT_WHEN_FULL_EVENTS = 100_000
export const LOG_KEPT_WHEN_FULL_MS = 30 * 24 * 60 * MINUTE
export const ROOM_AGAIN_MS = 10 * MINUTE
/** History is dropped in steps of this many events, and checked this often, ms. */
export const RETENTION_STEP_EVENTS = 5_000
export const RETENTION_PERIOD_MS = 60 * MINUTE
/** Export: events between two checkpoints. */
export const CHECKPOINT_EVERY_EVENTS = 1_000
/** In a long file they are further apart, because each costs as much as folding hundreds of events. */
export const LONG_FILE_EVENTS = 20_000
export const LONG_FILE_CHECKPOINT_EVERY_EVENTS = 5_000
/** Import: most bytes of one line and of one whole log file. */
export const LOG_LINE_MAX_BYTES = 16 * 1024 * 1024
/** Most entries of one list of the state, live and opened: ten times a large account. A device takes some 2 KB. */
export const LIST_MAX_ENTRIES = 100_000
/** Import: most levels of nesting in one line. Our own events have fewer than ten. */
export const LOG_DEPTH_MAX = 64
/** Import: most lists and objects in one line. A state of 10,000 devices has fewer than a tenth of them. */
export const LOG_LISTS_MAX = 1_000_000
export const LOG_FILE_MAX_BYTES = 1024 * 1024 * 1024
/** Import: bytes unpacked at once, and bytes cut into lines at once. */
export const GZIP_SLICE_BYTES = 64 * 1024
export const LOG_PART_BYTES = 64 * 1024
/** Import: bytes at the start of a file that show whether another program saved it again. */
export const LOG_START_BYTES = 1024
/** Most actions on their way at once. */
export const SENDING_MAX = 6
/** Attempts after which a waiting action blocks only actions of its own target, not the rest of its lane. */
export const LANE_PATIENCE_ATTEMPTS = 3
/** Longest wait after -100, ms. */
export const TOO_OFTEN_CAP_MS = 120_000

/** Bridge: most bytes of one text frame of a page. */
export const BRIDGE_FRAME_MAX_BYTES = 1024 * 1024
/** Requests to devices behind other networks that are relayed to the cloud at one time. */
export const NAT_REQUESTS_MAX = 16
/** Bridge: most bytes of firmware in one chunk, and of the JSON head before them. */
export const FIRMWARE_CHUNK_MAX_BYTES = 256 * 1024
export const FIRMWARE_CHUNK_HEAD_MAX_BYTES = 1_024
/** Bridge: most bytes of one firmware image. */
export const FIRMWARE_IMAGE_MAX_BYTES = 512 * 1024 * 1024
/** Bytes in one range request for an image: a multiple of a chunk. */
export const FIRMWARE_RANGE_BYTES = 8 * 1024 * 1024
/**
 * Range requests for an image after which the whole is requested at once: enough for the largest image in ranges of
 * half a MiB.
 */
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
/** Addresses that one message asks the native side to scan. */
export const SCAN_PART_HOSTS = 4_096
/** A scan without a message for this long counts as lost, ms. */
export const SCAN_SILENCE_MS = 30 * SECOND
/** Timeout for the last message of a cancelled scan, ms. */
export const SCAN_LAST_WORD_MS = 2 * SECOND
/** Reports about LAN devices: this many are recorded at once, then one in the refill time, ms. */
export const LAN_REPORTS_BURST = 20
export const LAN_REPORTS_REFILL_MS = 10 * SECOND
/** A LAN device of the log that the native side does not report within this time after its greeting is gone, ms. */
export const LAN_REPORTED_WITHIN_MS = 20 * SECOND
/** Wakes over the local network that are kept to be shown, and their MAC addresses. */
export const LAN_WAKES_KEPT = 20
export const LAN_MACS_KEPT = 1_000
/**
 * The bridge looks for a woken computer for a minute. Without its report a little later the wake is not confirmed, ms.
 */
export const LAN_WAKE_CONFIRM_MS = 70 * SECOND
/** DEVICE-9: prefix of the local storage key of a device's passcode; its `did` follows. */
export const PASSCODE_KEY_PREFIX = "passcode."
/** Number of reconnects to a lost device, after waits that double from the base to the cap, ms. */
export const CONNECT_ATTEMPTS_MAX = 8
export const CONNECT_BASE_MS = 1 * SECOND
export const CONNECT_CAP_MS = 15 * SECOND
/** Number of retries for a device that the native side has not found yet, once in each base wait. */
export const CONNECT_LOOKS_MAX = 8
/**
 * BRIDGE-7: a native side that reports nothing of a requested device for this long has opened it, or never will, ms.
 */
export const CONNECT_PATIENCE_MS = 9 * SECOND
/** The same once it asks the cloud for a connection to the device, ms. */
export const CONNECT_NAT_PATIENCE_MS = 25 * SECOND
/**
 * MODE-1: a native side that reports nothing of a switch for this long has lost it, ms. The wait for a passcode may be
 * longer.
 */
export const MODE_PATIENCE_MS = 30 * SECOND
/** An update records its percent in steps of this, so that a hundred devices do not fill the log. */
export const FIRMWARE_PROGRESS_STEP = 4
/** Devices whose last update is kept in state: those of a campaign in lots, and as many others. */
export const FIRMWARE_UPDATES_KEPT = 12_000
/** FW-8: failures that end a campaign, unless a person sets another number, and the most that can be set. */
export const CAMPAIGN_FAILURES = 2
export const CAMPAIGN_FAILURES_MAX = 20
/** Most devices in one lot of a campaign, and most that are updated side by side: an update takes minutes for each. */
export const CAMPAIGN_DEVICES_MAX = 1_000
export const CAMPAIGN_AT_ONCE_MAX = 8
/** FW-8: without a passcode within this time a campaign continues with its other devices, ms. It asks again later. */
export const PASSCODE_TURN_MS = 1 * MINUTE
/** The same after the first missing passcode, ms: the person seems to be away. */
export const PASSCODE_NEXT_TURN_MS = 15 * SECOND
/** An update waits this long for a device that is not on the network, ms: longer than a start takes. */
export const DEVICE_BACK_MS = 3 * MINUTE
/** Devices that have left the network and are remembered, because an update may be running. */
export const LAN_LEFT_KEPT = 64
/** A bridge that is away for longer than this ends the updates that need it, ms. */
export const BRIDGE_PATIENCE_MS = 2 * MINUTE
/** A bridge that reports nothing of an update for this long has lost it, ms. Its timeout for a device is shorter. */
export const UPDATE_PATIENCE_MS = 6 * MINUTE
/** A bridge that has reconnected reports its running updates within this time, ms. */
export const BRIDGE_GREETING_MS = 1_500
/** The interval of repeated requests to a restarting device, ms, and their number. */
export const ASK_AGAIN_MS = 10 * SECOND
export const ASKS_MAX = 12
/** Most sends of the same chunk in a row. */
export const CHUNK_TRIES = 4
/** An updated device reports its new build within this time, else it counts as doubtful, ms. */
export const BUILD_READ_MS = 30 * SECOND
/** FW-1: the latest build is read this often, ms; after a failure first after the shorter time, doubled each time. */
export const LATEST_READ_MS = 6 * 60 * MINUTE
export const LATEST_AGAIN_MS = 1 * MINUTE
/** UX-2: an open tab checks for a new version of the app at most this often, ms. */
export const NEW_VERSION_MS = 60 * MINUTE
/** An open tab checks this often that the browser still stores the app for offline use, ms. */
export const APP_KEPT_CHECK_MS = 1 * MINUTE
