import type { Intent } from "../../src/domain/actions/table.ts"
import type { StoredEvent } from "../../src/domain/event/event.ts"
import type { Durability } from "../../src/domain/ports/eventStore.ts"
import type { RecordedEvent } from "../../src/domain/product/events.ts"
import type { CloudAnswer } from "../model/cloud/cloud.ts"
import { isOurs } from "./audits/audit.ts"
import type { NetworkRequest, Settled } from "./network/network.ts"
import type { Tab } from "./world.ts"

/** Describes the events in words, with a short name for each action, so that a person can follow them. */

/** Lists appear only as a number of items. */
const partText = (part: unknown): string =>
  Array.isArray(part) && typeof part[0] === "object" ? `${part.length} items` : JSON.stringify(part)

const given = (value: object): string => {
  const parts = Object.entries(value).map(([key, part]) => `${key} ${partText(part)}`)
  return parts.length === 0 ? "" : ` (${parts.join(", ")})`
}

const intentText = ({ call, input }: Intent): string => `${call}${given(input)}`

export class Storyteller {
  readonly #names = new Map<string, string>()

  /** Actions get numbers in the order of their first mention. */
  action(id: string): string {
    const known = this.#names.get(id)
    if (known !== undefined) return known
    const name = `action ${this.#names.size + 1}`
    this.#names.set(id, name)
    return name
  }

  /** The message with short names in place of ids. */
  named(message: string): string {
    let text = message
    for (const [id, name] of this.#names) text = text.replaceAll(`action ${id}`, name).replaceAll(id, name)
    return text
  }

  committed({ name }: Tab, event: StoredEvent, durability: Durability): string {
    const what =
      (isOurs(event) ? this.#describe(event) : undefined) ??
      `notes ${event.type}${this.named(given(Object(event.payload)))}`
    return `${name} ${what} [event ${event.seq}${durability === "strict" ? "" : ", may be lost with the power"}]`
  }

  sent({ tab, n, call, body, fault }: NetworkRequest): string {
    const { uid, token: _token, ...input } = { uid: "", token: "", ...body }
    const who = uid === "" ? "" : ` as ${uid}`
    const fate = fault === undefined ? "" : `; on its way: ${fault}`
    return `${tab.name} sends request ${n}${who}: ${call}${given(call === "signin" ? {} : input)}${fate}`
  }

  arrived({ n, call }: NetworkRequest, { status, applied }: CloudAnswer): string {
    return `the server gets request ${n} (${call}), answers ${status} and ${applied ? "does it" : "changes nothing"}`
  }

  settled({ tab, n, call }: NetworkRequest, outcome: Settled): string {
    if (outcome === "done") return `${tab.name} hears that request ${n} (${call}) is done`
    if (outcome._tag === "NoReply")
      return `${tab.name} hears nothing readable of request ${n} (${call}): ${outcome.kind}`
    return `${tab.name} hears that request ${n} (${call}) is refused: ${outcome.refusal} (${outcome.status})`
  }

  /** Describes the action of the tab behind an event. Undefined when the event's own name must do. */
  #describe(event: RecordedEvent): string | undefined {
    const { payload } = event
    const action = "action" in payload && payload.action !== null ? this.action(payload.action) : ""
    switch (event.type) {
      case "LeadershipTaken":
        return `leads from now on, epoch ${event.payload.epoch}`
      case "SignedIn":
        return `notes that ${event.payload.uid} is signed in to ${event.payload.server}`
      case "SignedOut":
        return `notes that the session has ended: ${event.payload.reason}`
      case "ActionQueued":
        return `is told by the person: ${intentText(event.payload.intent)}; this is ${action}`
      case "ActionClaimed":
        return `claims ${action}, attempt ${event.payload.attempt}`
      case "ActionDelayed":
        return `lets ${action} wait: ${event.payload.reason}${event.payload.ambiguous ? ", it may have happened" : ""}`
      case "ActionConfirmed":
        return `calls ${action} confirmed by ${event.payload.by}`
      case "ActionRefused":
      case "ActionUnconfirmed":
        return `calls ${action} ${event.type === "ActionRefused" ? "refused" : "unconfirmed"}: ${event.payload.reason}`
      case "ActionExpired":
        return `calls ${action} expired`
      case "ActionCancelled":
        return `calls ${action} cancelled`
      case "ActionSuperseded":
        return `calls ${action} superseded by ${this.action(event.payload.by)}`
      case "ActionHurried":
        return `is told by the person to try ${action} at once`
      case "ActionReopened":
        return `sends ${action} again: its value is not on the server`
      case "ActionContested":
        return `finds ${action} contested: another client has set its value meanwhile`
      case "ActionDismissed":
        return `takes ${action} off the panel`
      case "TargetSettled":
        return `calls ${event.payload.target} settled`
      default:
        return undefined
    }
  }
}
