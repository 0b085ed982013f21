import type { CallName } from "../../src/domain/wire/cloud.ts"

/** Every limit of the mock cloud, with its unit. Nothing fixes a server's own limits; these are ours. */

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** A powered-on device tells the cloud that it lives this often, ms. */
export const HEARTBEAT_MS = MINUTE
/** A rebooting device is away for this long, ms. */
export const REBOOT_AWAY_MS = 45 * SECOND
/** A sleeping device or host answers this long after a magic packet, ms. */
export const WAKE_MS = 8 * SECOND

/** An idle computer falls asleep again after this, ms. */
export const HOST_AWAKE_MS = 30 * MINUTE
/** How long a device verifies an image and makes its slot ready to start, ms. */
export const VERIFY_MS = 2 * SECOND
export const INSTALL_MS = 3 * SECOND
/** While an update goes on, a device looks at it this often, ms. */
export const UPDATE_TICK_MS = 100
/** A new firmware is started so often before the loader goes back to the old one. */
export const LOADER_STARTS = 3
/** A power cut on command lasts this long unless said otherwise, ms. */
export const POWER_CUT_MS = 10 * SECOND

/** Life of a mailed code, ms; afterwards it answers -106 or -111. */
export const CODE_LIFE_MS = 10 * MINUTE
/** Wrong tries after which a code counts as expired. */
export const CODE_TRIES = 10
/** Life of an invitation code, ms. */
export const INVITATION_LIFE_MS = 7 * DAY
/** Life of a session token, ms; afterwards it answers -106. */
export const SESSION_LIFE_MS = 30 * DAY
/** An expired session or code is remembered this long, so that it answers "expired" and not "unknown", ms. */
export const EXPIRED_KEPT_MS = DAY

/** Most sessions, and most pending codes; the least recently used are forgotten first. */
export const SESSIONS_MAX = 10_000
export const FLOWS_MAX = 10_000
/** Mails, effects, and commands of one device that are remembered. */
export const MAIL_KEPT = 1_000
export const EFFECTS_KEPT = 10_000
export const COMMANDS_KEPT = 100
/** Most rate buckets; the one used least recently is forgotten first, and begins full again. */
export const BUCKETS_MAX = 10_000

/** A rate limit per account and call: so many requests at once, refilled at so many a second. */
export interface RateLimit {
  readonly burst: number
  readonly perSecond: number
}

/** Generous for one person with two tabs; a loop without pause meets -100 within a second. */
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
