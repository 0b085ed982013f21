import { Effect, Stream } from "effect"
import { definitionOf } from "../../actions/table.ts"
import type { Away } from "../../outbox/events.ts"
import type { Action } from "../../outbox/state.ts"
import type { RecordedEvent } from "../../product/events.ts"
import type { State } from "../../product/state.ts"
import { changes } from "../streams.ts"
import { report } from "../sync/reporting.ts"

/**
 * Confirms a reboot that got no reply, when the device disappears and comes back (PICTURE-6). The tab remembers the
 * absences that its native side reported. After a reload it knows none, and the person has to decide as before.
 */

/** A reboot begins within this time, ms. A device that disappears later does so for another reason. */
const BEGINS_WITHIN_MS = 2 * 60_000
/** Just after a connect, the native side reports devices that disappeared before, ms. */
const CATCHES_UP_MS = 10_000
/** Absences remembered of each device. */
const ABSENCES_KEPT = 8

/** `to` is null while the device is away. */
type Absence = { readonly from: number; readonly to: number | null }

export class Absences {
  readonly #byDid = new Map<string, Absence[]>()

  /** `state` is the one after the event. */
  note(event: RecordedEvent, { bridge, lan }: State): void {
    if (event.type === "BridgeLinkChanged") this.#byDid.clear()
    if (event.type !== "LanDevicesTold") return
    const { added, gone } = event.payload
    if (bridge.link.state === "connected" && event.at - bridge.since >= CATCHES_UP_MS)
      for (const id of gone) this.#leave(lan.left.get(id)?.did, event.at, lan)
    for (const { did } of added) {
      const all = this.#byDid.get(did)
      const last = all?.at(-1)
      if (all !== undefined && last?.to === null) all[all.length - 1] = { from: last.from, to: event.at }
    }
  }

  /** The absence that a reboot sent at this time (ms) caused. */
  after(did: string, sentAt: number): Away | null {
    for (const { from, to } of this.#byDid.get(did) ?? [])
      if (to !== null && from >= sentAt && from - sentAt <= BEGINS_WITHIN_MS) return { from, to }
    return null
  }

  /** A device with two connections to this computer is away when both are gone. */
  #leave(did: string | undefined, from: number, { byDid }: State["lan"]): void {
    if (did === undefined || (byDid.get(did)?.length ?? 0) > 0) return
    this.#byDid.set(did, [...(this.#byDid.get(did) ?? []), { from, to: null }].slice(-ABSENCES_KEPT))
  }
}

const rebootedBy = (absences: Absences, { intent, claimedAt }: Action): Away | null => {
  const { about, messages } = definitionOf(intent)
  const subject = about(intent)
  return messages.cardNotice === "reboot" && subject.kind === "device" ? absences.after(subject.id, claimedAt) : null
}

const relevantTypes: ReadonlySet<RecordedEvent["type"]> = new Set([
  "LanDevicesTold",
  "BridgeLinkChanged",
  "ActionUnconfirmed",
])

/** Confirms each reboot whose device was away and has come back, for as long as the tab lives. */
export const settleReboots = Effect.suspend(() => {
  const absences = new Absences()
  const unconfirmed = changes((state, events) => {
    const relevant = events.filter(({ type }) => relevantTypes.has(type))
    for (const event of relevant) absences.note(event, state)
    return relevant.length === 0 ? null : state.outbox.actions.unconfirmed
  })
  return Stream.runForEach(unconfirmed, (actions) =>
    Effect.forEach(actions, (action) => {
      const away = rebootedBy(absences, action)
      if (away === null) return Effect.void
      const outcome = { kind: "away", ...away } as const
      return report({ type: "RecordOutcome", action: action.id, attempt: action.attempts, outcome, jitter: 0 })
    }),
  )
})
