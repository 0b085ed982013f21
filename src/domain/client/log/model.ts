import type { LogModel } from "../../engine/model.ts"
import type { Damage } from "../../features/diagnostics/feature.ts"
import type { LogDamage } from "../../log/damage.ts"
import { outboxEvents } from "../../outbox/events.ts"
import { type Command, type Rejection, rulesOf } from "../../product/decide.ts"
import { model } from "../../product/decider.ts"
import { type Event, registry } from "../../product/events.ts"
import { STATE_VERSION, type State } from "../../product/state.ts"
import { packedState, unpackedState } from "../../product/stored.ts"

/** The product as a model for the engine. */
export const logModel: LogModel<State, Command, Event, Rejection> = {
  ...model,
  registry,
  version: STATE_VERSION,
  pack: packedState,
  unpack: unpackedState,
  durability: (command) => rulesOf(command)?.durability ?? "strict",
  account: ({ session }) => session.current?.account ?? null,
  // The events of an action have that action as their cause.
  cause: ({ payload }) => ("action" in payload ? payload.action : null),
  recordDamage: (found, { damage }) => ({ type: "RecordDamage", knew: damage, ...damageOf(found) }),
}

/** The damage as shown to the person: counts, and how many lost events were about actions. */
const damageOf = ({ unread, missing, odd, snapshot }: LogDamage): Damage => ({
  unread: unread.length,
  actions: unread.filter(({ type }) => type !== null && Object.hasOwn(outboxEvents, type)).length,
  missing,
  odd,
  snapshot,
})
