import type { Intent } from "../../../src/domain/actions/table.ts"
import type { RecordedEvent } from "../../../src/domain/product/events.ts"
import type { Known, Unsettled } from "./ruleFacts.ts"

/** The outbox's name of a target: the call, followed by the changed thing. */
export const namedTarget = ({ call, input }: Intent): string =>
  [call, ...["did", "accountId", "deviceId"].flatMap((key) => Reflect.get(input, key) ?? [])].join(" ")

/** The unsettled targets, counted from the events without the outbox's code. */
export class UnsettledTargets {
  readonly #byTarget = new Map<string, Unsettled>()

  get all(): readonly Unsettled[] {
    return [...this.#byTarget.values()]
  }

  /** `action`: the action of the event, in its state before it. */
  record(event: RecordedEvent, action: Known | undefined, orderOf: (action: string) => number): void {
    if (event.type === "TargetSettled") this.#byTarget.delete(`${event.payload.account} ${event.payload.target}`)
    if (action?.isAbsolute !== true) return
    const { account, action: id } = action.queued.payload
    const target = namedTarget(action.queued.payload.intent)
    const key = `${account} ${target}`
    const before = this.#byTarget.get(key)
    if (event.type === "ActionDelayed" && event.payload.ambiguous)
      this.#byTarget.set(key, { account, target, lostAt: event.seq, action: before?.action ?? null })
    if (event.type !== "ActionConfirmed" || before === undefined) return
    // An older value that is confirmed late is not the last one.
    if (before.action === null || orderOf(before.action) <= action.order)
      this.#byTarget.set(key, { ...before, action: id })
  }
}
