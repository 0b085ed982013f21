import { parseSavedUser, USER_KEY } from "../../../src/domain/features/session/savedUser.ts"
import { preferenceKeys } from "../../../src/domain/features/settings/feature.ts"
import { TOAST_MAX } from "../../../src/domain/values/limits.ts"
import type { Simulation } from "../simulation.ts"
import { Violation } from "../violation.ts"

/** Checks of the state beside the log after settling: saved user, vault, and messages. */

/** Invariant 26: token and session go together. */
const checkSavedUser = ({ audit, browser, disturbed }: Simulation): void => {
  const { current } = audit.state.session
  const user = parseSavedUser(browser.storage.values.get(USER_KEY) ?? null)
  if (browser.storage.failures > 0) return
  if (user?.sessionId !== current?.id)
    throw new Violation(26, `session ${current?.id} is signed in, and the saved user is of session ${user?.sessionId}`)
  if (user !== null && current !== null && (user.uid !== current.uid || user.server !== current.server))
    throw new Violation(26, `the saved user is ${user.uid} of ${user.server}, the session is of ${current.account}`)
  if (user === null || current === null || disturbed) return
  for (const key of ["email", "name"] as const)
    if (user[key] !== current[key])
      throw new Violation(26, `the saved user has the ${key} ${user[key]}, and the session ${current[key]}`)
}

/** The vault has codes only for the signed-in account, and all codes that this session received. */
const checkVault = ({ audit, browser: { safe } }: Simulation): void => {
  if (safe.failures > 0) return
  const { current } = audit.state.session
  for (const [account, secrets] of safe.secrets) {
    if (secrets.size > 0 && account !== current?.account)
      throw new Violation(26, `codes of ${account} are kept, and ${current?.account} is signed in`)
  }
  const since = current === null ? undefined : audit.facts.sessions.get(current.id)?.seq
  if (current === null || since === undefined) return
  for (const { queued, end, by, claims } of audit.actions.values()) {
    const { account, action, intent } = queued.payload
    const isOurs = account === current.account && intent.call === "send_invitation" && (claims.at(-1)?.seq ?? 0) > since
    if (!isOurs || end !== "confirmed" || by !== "reply") continue
    const kept = safe.secrets.get(account)?.get(action)
    if (kept === undefined) throw new Violation(26, `the code of invitation ${action} was lost`)
    if (!audit.invited.has(kept)) throw new Violation(26, `${kept} is kept as the code of invitation ${action}`)
  }
}

/** Invariant 20, as far as the log shows it. The page keeps the display times (tests/browser, tests/e2e). */
const checkToasts = ({ audit }: Simulation): void => {
  for (const [tab, { toasts }] of audit.state.places)
    if (toasts.length > TOAST_MAX) throw new Violation(20, `${tab} has ${toasts.length} toasts`)
}

/** Invariant 18: nothing is wrong any more, and no tab reports a problem. */
const checkStatus = ({ clients, browser: { disk } }: Simulation): void => {
  for (const { able, engine, ready, tab } of clients) {
    if (!ready || engine === undefined || (able && !engine.status().failing)) continue
    const { storage, outdated, failing } = engine.status()
    // A hidden tab polls rarely, and one of an older release never.
    if (!tab.visible || disk.isOutdated(tab)) continue
    if (storage !== "ok") throw new Violation(18, `${tab.name} says that the log is ${storage}, and it is sound`)
    if (failing) throw new Violation(18, `${tab.name} says that a part of it fails, and none does`)
    if (outdated) throw new Violation(18, `${tab.name} says that the log is of a newer release, and it is not`)
  }
}

/** Stages of flows at which the page waits for an answer and accepts no other step. */
const underWay: ReadonlySet<string> = new Set([
  "asking",
  "submitting",
  "sending",
  "requesting",
  "resending",
  "confirming",
  "processing",
])

/** Invariant 7: no step of a person stays pending forever. */
const checkFlows = ({ audit: { state }, clients }: Simulation): void => {
  for (const { able, tab } of clients) {
    const flow = state.flows.get(tab.name)
    if (able && tab.visible && flow !== undefined && underWay.has(flow.stage))
      throw new Violation(7, `${tab.name} is ${flow.stage} in ${flow.flow}, long after the last fault`)
  }
}

/** Invariant 16: the log matches local storage. */
const checkSettings = ({ audit, browser: { disk, storage }, clients, disturbedAt = 0, counts }: Simulation): void => {
  if (storage.failures > 0 || disk.counts.quota > 0 || counts.get("new logs") > 0) return
  // A tab that is frozen until the end, or died, may not have recorded its change. The next start does.
  if (clients.some(({ tab }) => tab.frozen || disk.isOutdated(tab))) return
  for (const key of preferenceKeys) {
    if ((storage.writtenAt.get(key) ?? 0) <= disturbedAt) continue
    const [observed, held] = [audit.state.settings.get(key) ?? null, storage.values.get(key) ?? null]
    if (observed !== held) throw new Violation(16, `${key} is ${held}, and the log says that it is ${observed}`)
  }
}

export const checkPresence = (simulation: Simulation): void => {
  checkStatus(simulation)
  const { audit, browser } = simulation
  browser.disk.damage.check((audit.eventCounts.get("DamageFound") ?? 0) > 0)
  checkFlows(simulation)
  checkSettings(simulation)
  checkSavedUser(simulation)
  checkVault(simulation)
  checkToasts(simulation)
}
