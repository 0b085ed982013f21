import type { CallName } from "../../src/domain/wire/cloud.ts"

/** Every limit of the mock cloud, with its unit. No document fixes a server's limits; these are our choice. */

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Interval between two heartbeats of a powered-on device, ms. */
export const HEARTBEAT_MS = MINUTE
/** Time for which a rebooting device is away, ms. */
export const REBOOT_AWAY_MS = 45 * SECOND
/** Time from a magic packet until a sleeping device or host answers, ms. */
export const WAKE_MS = 8 * SECOND

/** Time after which an idle computer falls asleep again, ms. */
export const HOST_AWAKE_MS = 30 * MINUTE
/** Times for which a device verifies an image and makes its slot ready to start, ms. */
export const VERIFY_MS = 2 * SECOND
export const INSTALL_MS = 3 * SECOND
/** Interval at which a device advances its update, ms. */
export const UPDATE_TICK_MS = 100
/** Starts of new firmware before the loader goes back to the old one. */
export const LOADER_STARTS = 3
/** Default length of a power cut on command, ms. */
export const POWER_CUT_MS = 10 * SECOND

/** Life of a mailed code, ms; afterwards it answers -106 or -111. */
export const CODE_LIFE_MS = 10 * MINUTE
/** Wrong tries after which a code counts as expired. */
export const CODE_TRIES = 10
/** Life of an invitation code, ms. */
export const INVITATION_LIFE_MS = 7 * DAY
/** Life of a session token, ms; afterwards it answers -106. */
export const SESSION_LIFE_MS = 30 * DAY
/**
 * Time for which the cloud remembers an expired session or code, so that it answers "expired" and not "unknown", ms.
 */
export const EXPIRED_KEPT_MS = DAY

/** Most sessions, and most pending codes. The least recently used ones are dropped first. */
export const SESSIONS_MAX = 10_000
export const FLOWS_MAX = 10_000
/** Most remembered mails, effects, and commands of one device. */
export const MAIL_KEPT = 1_000
export const EFFECTS_KEPT = 10_000
export const COMMANDS_KEPT = 100
/** Most rate buckets. The least recently used one is dropped first, and starts full again. */
export const BUCKETS_MAX = 10_000

/** A rate limit per account and call: size of a burst, and requests a second. */
export interface RateLimit {
  readonly burst: number
  readonly perSecond: number
}

/** Generous for one person with two tabs. A loop without a pause gets -100 within a second. */
const ordinary: RateLimit = { burst: 200, perSecond: 20 }
const guessing: RateLimit = { burst: 40, perSecond: 1 }
const mailing: RateLimit = { burst: 20, perSecond: 1 }

const rates: Partial<Record<CallName, RateLimit>> = {
  signin: guessing,
  verify_activation: guessing,
  verify_resetpassword_code: guessing,
  confirm_email_change: guessing,
  deactivate_confirm: guessing,
  accept_invitation: guessing,
  signup: mailing,
  reset_password: mailing,
  update_email: mailing,
  deactivate_request: mailing,
  send_invitation: mailing,
}

export const rateOf = (call: CallName): RateLimit => rates[call] ?? ordinary
