import type { StoredEvent } from "../../src/domain/event/event.ts"
import { type Action, isOpen } from "../../src/domain/outbox/action.ts"
import type { State } from "../../src/domain/product/state.ts"
import { outboxGroups } from "../../src/domain/views/outbox.ts"
import type { JournalEntry } from "../node/journal.ts"
import type { Panel } from "./evidence.ts"

/**
 * Compares the world, the log and the screen. Gives one line for each difference that a person would mind, and none
 * when all agree.
 */

/** An action that the screen has acknowledged by closing its dialog. From then on it may not be lost. */
export type Acknowledged =
  | { readonly kind: "rename"; readonly title: string }
  | { readonly kind: "reboot"; readonly subject: string }

export interface WorldOutcome {
  readonly acknowledged: readonly Acknowledged[]
  readonly events: readonly StoredEvent[]
  readonly state: State
  readonly panel: Panel
  readonly journal: readonly JournalEntry[]
  /** The server's name of each device, by did. */
  readonly names: ReadonlyMap<string, string>
}

const RENAME = "/api/v2/rename_device"
const REQUEST = "/api/v2/request_device"

const field = (value: unknown, key: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined

/** The account, the device and the wish of an intent, in the log and in the world alike. */
interface Intent {
  readonly uid: unknown
  readonly did: unknown
  readonly what: unknown
  readonly subject?: unknown
}

const queuedIn = (events: readonly StoredEvent[]): readonly Intent[] =>
  events.flatMap(({ type, payload, account }) => {
    if (type !== "ActionQueued") return []
    const intent = field(payload, "intent")
    const input = field(intent, "input")
    const what = field(intent, "call") === "rename_device" ? field(input, "title") : field(input, "cmd")
    return [{ uid: account?.split(" ")[1], did: field(input, "did"), what, subject: field(payload, "subject") }]
  })

const effectsIn = (journal: readonly JournalEntry[]): readonly Intent[] =>
  journal.flatMap(({ path, body, applied }) => {
    if (!applied || (path !== RENAME && path !== REQUEST)) return []
    const what = path === RENAME ? field(body, "title") : field(body, "cmd")
    return [{ uid: field(body, "uid"), did: field(body, "did"), what }]
  })

const same = (a: Intent, b: Intent): boolean => a.uid === b.uid && a.did === b.did && a.what === b.what
const tell = ({ uid, did, what }: Intent): string => `${String(what)} of ${String(did)} for ${String(uid)}`

function* lost({ acknowledged, events }: WorldOutcome): Iterable<string> {
  const queued = queuedIn(events)
  for (const one of acknowledged)
    if (one.kind === "rename" && !queued.some(({ what }) => what === one.title))
      yield `the rename to ${one.title} is lost`
  const reboots = Map.groupBy(
    acknowledged.flatMap((one) => (one.kind === "reboot" ? [one.subject] : [])),
    (subject) => subject,
  )
  for (const [subject, asked] of reboots) {
    const kept = queued.filter((one) => one.what === "reboot" && one.subject === subject).length
    if (kept < asked.length) yield `of ${asked.length} reboots of ${subject} the log knows ${kept}`
  }
}

function* invented({ events, journal }: WorldOutcome): Iterable<string> {
  const queued = queuedIn(events)
  const effects = effectsIn(journal)
  for (const effect of effects) {
    const asked = queued.filter((one) => same(one, effect)).length
    if (asked === 0) yield `nobody asked for ${tell(effect)}`
    const done = effects.filter((one) => same(one, effect)).length
    if (effect.what === "reboot" && done > asked)
      yield `${tell(effect)} was asked for ${asked} times and done ${done} times`
  }
}

const intentOf = ({ intent, account }: Action): Intent => ({
  uid: account.split(" ")[1],
  did: field(intent.input, "did"),
  what: intent.call === "rename_device" ? field(intent.input, "title") : field(intent.input, "cmd"),
})

/** An action that never left has no effect. An action with a confirming reply has one. */
function* untrue({ state, journal, events }: WorldOutcome): Iterable<string> {
  const effects = effectsIn(journal)
  const queued = queuedIn(events)
  for (const action of state.outbox.actions.values()) {
    const own = intentOf(action)
    const done = effects.filter((effect) => same(effect, own)).length
    const { status, attempts } = action
    if (isOpen(action)) yield `${tell(own)} is still ${status.state}`
    if (status.state === "confirmed" && status.by === "reply" && done === 0) yield `${tell(own)} is confirmed, not done`
    const others = queued.filter((one) => same(one, own)).length - 1
    if (attempts === 0 && done > others) yield `${tell(own)} was done and never sent`
  }
}

/** The server's name of a device is that of the last confirmed rename, when only one account renamed it. */
function* unsettled({ state, names }: WorldOutcome): Iterable<string> {
  const renames = [...state.outbox.actions.values()].filter(({ intent }) => intent.call === "rename_device")
  for (const [did, all] of Map.groupBy(renames, (action) => String(intentOf(action).did))) {
    const last = all.toSorted((a, b) => a.order - b.order).findLast(({ status }) => status.state === "confirmed")
    if (last === undefined || new Set(all.map(({ account }) => account)).size > 1) continue
    const { what } = intentOf(last)
    if (names.get(did) !== what) yield `${did} is called ${names.get(did)}, not ${String(what)}`
  }
}

function* broken({ events }: WorldOutcome): Iterable<string> {
  const gap = events.findIndex(({ seq }, index) => seq !== (events[0]?.seq ?? 0) + index)
  if (gap >= 0) yield `the log has a gap before event ${events[gap]?.seq}`
}

function* unlike({ state, panel }: Pick<WorldOutcome, "state" | "panel">): Iterable<string> {
  const { waiting, decide, settled } = outboxGroups(state)
  for (const [name, ids] of Object.entries({ waiting, decide, settled })) {
    const shown = field(panel, name)
    if (shown !== ids.length) yield `the panel lists ${String(shown)} actions as ${name}, the log ${ids.length}`
  }
}

/** The screen follows the log a moment later, so the caller checks again. */
export const panelDiffers = (seen: Pick<WorldOutcome, "state" | "panel">): boolean => [...unlike(seen)].length > 0

export const complaintsOf = (outcome: WorldOutcome): readonly string[] => [
  ...new Set([lost, invented, untrue, unsettled, broken, unlike].flatMap((differences) => [...differences(outcome)])),
]
