import type { ConnectionStatus } from "../features/connection/feature.ts"
import type { State } from "../product/state.ts"
import { parseVersion } from "../values/firmware.ts"

/** Reports of the native side that concern every page, until a person dismisses them. */

/**
 * A newer version than the own one, whose notice is not dismissed (LAYOUT-4). A text that is no version is never newer.
 */
export const newerApp = ({ application }: State): { readonly from: string; readonly to: string } | null => {
  const { version, latestVersion, notifiedVersion } = application
  if (latestVersion === null || latestVersion === notifiedVersion) return null
  const own = parseVersion(version)
  const latest = parseVersion(latestVersion)
  return own.ok && latest.ok && latest.value > own.value ? { from: version, to: latestVersion } : null
}

/** The bits of MSG-6 for missing libraries, in the order in which they are named. */
const LIBRARIES = [
  [1, "media"],
  [2, "h264"],
  [4, "sound"],
  [256, "fonts"],
] as const
const DUMP = 8
/** The name of the file where the native side reports no path. */
const DUMP_FILE = "dump_info.dat"

type LinuxLibrary = (typeof LIBRARIES)[number][1]

export interface LinuxTipsView {
  /** The missing libraries. Each is an entry of the help center. */
  readonly missing: readonly LinuxLibrary[]
  /** Where information about a crash was written. */
  readonly dump: string | null
}

/** The problems of this Linux system (MSG-6); null when there is nothing to show. */
export const linuxTips = ({ bridge: { tips, tipsDismissed } }: State): LinuxTipsView | null => {
  if (tips === null || tips.flags === tipsDismissed) return null
  const missing = LIBRARIES.flatMap(([flag, library]) => ((tips.flags & flag) === 0 ? [] : [library]))
  const dump = (tips.flags & DUMP) === 0 ? null : (tips.path ?? DUMP_FILE)
  return missing.length === 0 && dump === null ? null : { missing, dump }
}

/** How far the clock of this computer is ahead of the server's, ms, negative when behind; null when it is right. */
export const clockAhead = ({ session, devices }: State): number | null =>
  session.current === null || devices.account !== session.current.account || devices.ahead === 0 ? null : devices.ahead

/** `unreadable`: the server's replies are repeatedly not in our protocol, such as HTTP errors. */
export type ConnectionSign = ConnectionStatus | "unreadable"

export const connectionSign = ({ connection: { status }, session, devices }: State): ConnectionSign => {
  if (status !== "unreachable" || devices.account !== session.current?.account) return status
  const { failure, httpStatus } = devices.read
  return failure === "unreadable" || httpStatus !== undefined ? "unreadable" : status
}

/**
 * The shown problem of the connection to the server; null when there is none. A guest needs no server, so only being
 * offline counts.
 */
export const connectionLoss = (state: State): Exclude<ConnectionSign, "online"> | null => {
  const sign = connectionSign(state)
  return sign === "online" || (sign !== "offline" && state.session.current === null) ? null : sign
}

/**
 * The reason why the native side refuses this page (BRIDGE-4). Null without a refusal, and while the connection to the
 * server is lost: both may have one cause, and a second notice that comes and goes would move the first (UX-5).
 */
export const bridgeRefusal = (state: State) => {
  const { link } = state.bridge
  return link.state === "refused" && connectionLoss(state) === null ? link.why : null
}
