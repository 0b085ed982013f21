import type { ClientRequest } from "../../../src/domain/client/requests.ts"
import { USER_KEY } from "../../../src/domain/features/session/savedUser.ts"
import type { RecordedEvent } from "../../../src/domain/product/events.ts"
import { RESET_SETTINGS_MS } from "../../../src/domain/values/limits.ts"
import type { LocalStorage } from "../browser/localStorage.ts"
import { Violation } from "../violation.ts"

/** Compares the account shown at a request with the account of its effect. */

const tagging: ReadonlySet<RecordedEvent["type"]> = new Set<RecordedEvent["type"]>(["DevicesTagged", "DevicesUntagged"])

const ownerOf = (event: RecordedEvent): string | null | undefined => {
  if (event.type === "ActionQueued") return event.payload.account
  return tagging.has(event.type) ? event.account : undefined
}

/**
 * Invariant 21: `account` was shown when the command of these events was given; null for a guest. A repeated action
 * stays with its account, whichever account is signed in: the rulebook checks that.
 */
export const checkAccountView = (events: readonly RecordedEvent[], account: string | null): void => {
  if (events.some(({ type }) => type === "ActionDismissed")) return
  for (const event of events) {
    const owner = ownerOf(event)
    if (owner !== undefined && owner !== account)
      throw new Violation(21, `${event.type} of ${owner} was asked for in sight of ${account ?? "nobody"}`)
  }
}

/** Invariant 21 for all other requests. `shown`: the account of the tab at the request, undefined for a guest. */
export const checkDone = ({ type, asAccount }: ClientRequest, shown: string | undefined): void => {
  if (asAccount !== undefined && asAccount !== (shown ?? null))
    throw new Violation(21, `${type} was asked for in sight of ${asAccount ?? "nobody"}, and done for ${shown}`)
}

/** Invariant 16: a reset of the settings removes everything from local storage except the saved user. */
export const checkReset = (
  { type }: ClientRequest,
  askedAt: number,
  { values, writtenAt, failures }: LocalStorage,
): void => {
  if (type !== "ResetSettings" || failures > 0) return
  for (const key of values.keys()) {
    if (key !== USER_KEY && (writtenAt.get(key) ?? 0) < askedAt + RESET_SETTINGS_MS)
      throw new Violation(16, `${key} is still there after the settings were reset`)
  }
}
