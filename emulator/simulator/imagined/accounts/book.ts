import type { StoredEvent } from "../../../../src/domain/event/event.ts"
import type { RecordedEvent } from "../../../../src/domain/product/events.ts"
import { isOurs } from "../../audits/audit.ts"
import { Violation } from "../../violation.ts"

export interface Signed {
  readonly id: string
  readonly server: string
  readonly uid: string
  readonly account: string
}

const over: ReadonlySet<RecordedEvent["type"]> = new Set<RecordedEvent["type"]>([
  "ActionConfirmed",
  "ActionRefused",
  "ActionUnconfirmed",
  "ActionExpired",
  "ActionCancelled",
  "ActionSuperseded",
])

/** A second bookkeeping of sessions, settings and what waits, from the events alone. */
export class Book {
  current: Signed | undefined
  readonly ended = new Set<string>()
  /** Accounts that the server has deleted and nobody has signed in to since. */
  readonly deleted = new Set<string>()
  readonly settings = new Map<string, string>()
  /** What waits to be sent, and for which account. */
  readonly open = new Map<string, string>()
  /** Tags, as texts of account, device and word. */
  readonly tags = new Set<string>()

  record(event: StoredEvent): void {
    if (isOurs(event)) this.#record(event)
  }

  /** The log is begun anew, and knows no session that ended before. */
  beginAnew(kept: readonly StoredEvent[]): void {
    this.ended.clear()
    this.deleted.clear()
    this.current = undefined
    this.settings.clear()
    this.open.clear()
    this.tags.clear()
    for (const event of kept) this.record(event)
  }

  #record(event: RecordedEvent): void {
    switch (event.type) {
      case "SignedIn": {
        const { sessionId: id, server, uid } = event.payload
        if (this.ended.has(id)) throw new Violation(9, `session ${id} has ended, and begins again`)
        this.current = { id, server, uid, account: `${server} ${uid}` }
        this.deleted.delete(this.current.account)
        return
      }
      case "SignedOut":
        this.ended.add(event.payload.sessionId)
        if (this.current?.id === event.payload.sessionId) this.current = undefined
        return
      case "AccountDeleted":
        this.deleted.add(event.payload.account)
        return
      case "PreferenceObserved":
        if (event.payload.value === null) this.settings.delete(event.payload.key)
        else this.settings.set(event.payload.key, event.payload.value)
        return
      case "DevicesTagged":
      case "DevicesUntagged":
        for (const did of event.payload.dids) {
          const tag = `${event.payload.account ?? "guest"} ${did} ${event.payload.tag}`
          if (event.type === "DevicesTagged") this.tags.add(tag)
          else this.tags.delete(tag)
        }
        return
      case "ActionQueued":
        this.open.set(event.payload.action, event.payload.account)
        return
      default:
        if (over.has(event.type) && "action" in event.payload && typeof event.payload.action === "string")
          this.open.delete(event.payload.action)
    }
  }
}
