import * as fc from "fast-check"
import { expect, test } from "vitest"
import { laneOf, subjectOf, targetOf } from "../../src/domain/actions/table.ts"
import { Draft } from "../../src/domain/event/draft.ts"
import { type Action, isOpen, isSettled } from "../../src/domain/outbox/action.ts"
import { Actions } from "../../src/domain/outbox/actions.ts"
import { model } from "../../src/domain/product/decider.ts"
import { clients } from "./logs.ts"

/** The index must equal a scan of all actions. */
const expectIndex = (actions: Actions, all: readonly Action[]): void => {
  const are = (state: Action["status"]["state"]) => all.filter(({ status }) => status.state === state)
  expect([...actions.values()]).toEqual(all)
  expect(actions.size).toBe(all.length)
  expect(actions.open).toEqual(all.filter(isOpen))
  expect(actions.sending).toEqual(are("sending"))
  expect(actions.waiting).toEqual(are("waiting"))
  expect(actions.unconfirmed).toEqual(are("unconfirmed"))
  expect(actions.settled).toEqual(all.filter(isSettled))
  expect(actions.expiring).toEqual(all.filter((action) => isOpen(action) && action.expiresAt !== null))
  for (const { account, intent } of all) {
    const own = all.filter((action) => action.account === account)
    const open = own.filter(isOpen)
    expect(actions.openOf(account)).toEqual(open)
    expect(actions.inLane(account, laneOf(intent))).toEqual(
      open.filter((action) => laneOf(action.intent) === laneOf(intent)),
    )
    expect(actions.ofTarget(account, targetOf(intent))).toEqual(
      open.filter((action) => targetOf(action.intent) === targetOf(intent)),
    )
    expect(actions.about(account, subjectOf(intent))).toEqual(
      own.filter((action) => !action.dismissed && subjectOf(action.intent) === subjectOf(intent)),
    )
  }
}

/** In the order of their queueing events, independent of the index. */
const inOrder = (actions: Actions): readonly Action[] => [...actions.values()].sort((a, b) => a.order - b.order)

test("[OFFLINE-4][EVENT-2] after any history the index of actions says what a look at all of them says", () => {
  fc.assert(
    fc.property(clients(), fc.array(fc.nat(7), { minLength: 1 }), ({ log }, cuts) => {
      let state = model.initialState
      let draft = new Draft()
      const kept: { readonly actions: Actions; readonly all: readonly Action[] }[] = []
      for (const [index, event] of log.entries()) {
        // Batches of any length: a batch must not change a state published before it.
        if ((cuts[index % cuts.length] ?? 0) < 3) {
          draft = new Draft()
          kept.push({ actions: state.outbox.actions, all: inOrder(state.outbox.actions) })
        }
        state = model.evolve(state, event, draft)
        // The index is made on demand: after one event, or after several.
        if ((cuts[index % cuts.length] ?? 0) % 2 === 0) expectIndex(state.outbox.actions, inOrder(state.outbox.actions))
      }
      for (const { actions, all } of kept) expectIndex(actions, all)
      expect(Actions.from(state.outbox.actions)).toEqual(state.outbox.actions)
      expectIndex(Actions.from(state.outbox.actions), inOrder(state.outbox.actions))
    }),
  )
})
