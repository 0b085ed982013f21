import { applyConfirmed } from "../actions/apply.ts"
import type { AskRejection } from "../actions/definition.ts"
import { typedMac } from "../actions/definitions/wakeDevice.ts"
import { actions, askFor, asksForAction, type PersonCommand } from "../actions/table.ts"
import { order, record } from "../event/command.ts"
import type { Draft } from "../event/draft.ts"
import type { Envelope, Stamp } from "../event/event.ts"
import { defineProcess, type Editable } from "../event/feature.ts"
import type { BatchEvent } from "../features/batches/events.ts"
import { rememberMac } from "../features/recentMacs/feature.ts"
import { decideOutbox, type OutboxCommand, type OutboxRejection, queueIntent } from "../outbox/decide.ts"
import { type OutboxEvent, outboxEvents } from "../outbox/events.ts"
import { evolveOutbox } from "../outbox/evolve.ts"
import { accountViewOf } from "../outbox/overlay.ts"
import { OPEN_ACTIONS_MAX, UNDO_MS } from "../values/limits.ts"
import { invalid, type Parsed, valid } from "../values/parsed.ts"
import { evolveFollowed, stopsOf } from "./batches.ts"
import { outboxContext } from "./outboxContext.ts"
import type { State } from "./state.ts"
import { isUnaccepted } from "./unacceptedInvitations.ts"

/** Assigns devices to a sub-account or takes them from it (SUB-5). Either all changes are queued, or none. */
export interface AssignDevices {
  readonly type: "AssignDevices"
  readonly accountId: string
  readonly add: readonly string[]
  readonly remove: readonly string[]
}

type Queued = Parsed<readonly OutboxEvent[], OutboxRejection | AskRejection>
type Decision = Parsed<readonly (OutboxEvent | BatchEvent)[], OutboxRejection | AskRejection>

/** Queues actions and follows them to their outcome, which changes lists, batches and the remembered MAC addresses. */
export const acting = defineProcess({
  events: outboxEvents,
  evolve: (state: Editable<State>, event, draft) => {
    if (event.type === "ActionQueued")
      state.wakes = rememberMac(state.wakes, event.payload.account, typedMac(event.payload.intent), draft)
    else if (event.type === "ActionConfirmed") confirm(state, event.payload.action, event, draft)
    state.batches = evolveFollowed(state.batches, event, state.outbox, draft)
    state.outbox = evolveOutbox(state.outbox, event, draft, (action) => isUnaccepted(state, action))
  },
  commands: {
    ...actions,
    AssignDevices: order,
    CancelAction: order,
    HurryAction: order,
    DismissAction: order,
    DismissSettled: order,
    ConfirmAction: order,
    SendActionAgain: order,
    TakeLeadership: record,
    ClaimAction: record,
    RecordOutcome: record,
    ExpireActions: record,
    RecordWait: record,
    DiscardActions: record,
  },
  decide: (command: PersonCommand | AssignDevices | OutboxCommand, state: State, stamp): Decision => {
    if (asksForAction(command)) return decideIntent(command, state, stamp)
    if (command.type === "AssignDevices") return assignAll(command, state, stamp)
    const decided = decideOutbox(command, state.outbox, stamp, outboxContext(state))
    return decided.ok && command.type === "DiscardActions"
      ? valid([...decided.value, ...stopsOf(state, command.account)])
      : decided
  },
})

const confirm = (state: Editable<State>, id: string, { seq, at }: Envelope, draft: Draft): void => {
  const action = state.outbox.actions.get(id)
  if (action !== undefined) applyConfirmed(state, { account: action.account, intent: action.intent, seq, at }, draft)
}

const decideIntent = (command: PersonCommand, state: State, stamp: Stamp): Queued => {
  const view = accountViewOf(state)
  if (view === null) return invalid("signedOut")
  const asking = askFor(command, view)
  if (!asking.ok) return asking
  if (asking.value === null) return valid([])
  const queued = queueIntent(asking.value.intent, asking.value, state.outbox, stamp, outboxContext(state))
  // Without a connection the action waits anyway, so it needs no time for undo.
  return queued.ok && "undo" in command && command.undo === true && state.connection.status === "online"
    ? valid([...queued.value, undoable(stamp)])
    : queued
}

/** Each change is about another device, so each is decided independently. Together they must fit into the outbox. */
const assignAll = ({ accountId, add, remove }: AssignDevices, state: State, stamp: Stamp): Queued => {
  const { account } = outboxContext(state)
  const wanted = new Map([...remove.map((did) => [did, false] as const), ...add.map((did) => [did, true] as const)])
  const open = account === null ? 0 : state.outbox.actions.openOf(account).length
  const events: OutboxEvent[] = []
  for (const [did, isAdd] of wanted) {
    const id = `${stamp.id}.${events.length}`
    const decision = decideIntent({ type: "AssignDevice", accountId, did, isAdd }, state, { ...stamp, id })
    if (!decision.ok) return decision
    events.push(...decision.value)
  }
  const count = (type: OutboxEvent["type"]) => events.filter((event) => event.type === type).length
  const openAfter = open + count("ActionQueued") - count("ActionSuperseded")
  return openAfter > OPEN_ACTIONS_MAX ? invalid("outboxFull") : valid(events)
}

const undoable = ({ id, at }: Stamp): OutboxEvent => ({
  type: "ActionDelayed",
  payload: { action: id, reason: "undo", until: at + UNDO_MS, ambiguous: false },
})
