import type { StoredEvent } from "../../../src/domain/event/event.ts"
import type { State } from "../../../src/domain/product/state.ts"
import { Violation } from "../violation.ts"

/** Statuses of actions with nothing left to send or to show. */
const OVER: ReadonlySet<string> = new Set(["confirmed", "refused", "expired", "cancelled", "superseded"])

/**
 * The log has nothing of a deleted account, and everything that other accounts still have to send or show. This check
 * shares no code with the erasure.
 */
export const checkErasure = ({ session, outbox, tags }: State, kept: readonly StoredEvent[]): void => {
  const text = JSON.stringify(kept)
  for (const account of session.deleted) {
    if (text.includes(JSON.stringify(account))) throw new Violation(1, `of the deleted ${account} something was kept`)
  }
  for (const [action, one] of outbox.actions) {
    const isNeeded = !OVER.has(one.status.state) && !session.deleted.includes(one.account)
    if (isNeeded && !text.includes(JSON.stringify(action)))
      throw new Violation(1, `action ${action} of ${one.account} was erased with another account`)
  }
  for (const [account, devices] of tags) {
    const isDeleted = session.deleted.some((deleted) => deleted === account)
    for (const did of isDeleted ? [] : devices.keys()) {
      if (!text.includes(JSON.stringify(did)))
        throw new Violation(1, `the tags of ${did} were erased with another account`)
    }
  }
  const { current } = session
  if (current !== null && !session.deleted.includes(current.account) && !text.includes(JSON.stringify(current.id)))
    throw new Violation(1, `the session of ${current.account} was erased with another account`)
}
