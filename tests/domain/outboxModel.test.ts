import * as fc from "fast-check"
import { expect, test } from "vitest"
import { laneOf, targetOf } from "../../src/domain/actions/table.ts"
import { Draft } from "../../src/domain/event/draft.ts"
import { isOpen, type OutboxState, unsettledKey } from "../../src/domain/outbox/state.ts"
import { model } from "../../src/domain/product/decider.ts"
import type { RecordedEvent } from "../../src/domain/product/events.ts"
import type { State } from "../../src/domain/product/state.ts"
import { ACTION_EXPIRY_MS, CLOCK_STEP_TOLERATED_MS, LANE_PATIENCE_ATTEMPTS } from "../../src/domain/values/limits.ts"
import { type OutboxStep, safeSteps, steps, unsafeSteps } from "./outboxSteps.ts"
import { OutboxWorld } from "./outboxWorld.ts"
import { fold } from "./recorder.ts"

const actionOf = ({ payload }: RecordedEvent): string | null => ("action" in payload ? payload.action : null)

/** The life of an action as decision 7 draws it: from each state the events that may follow. */
const MAY_FOLLOW: Readonly<Record<string, readonly string[]>> = {
  none: ["ActionQueued"],
  queued: [
    "ActionClaimed",
    "ActionCancelled",
    "ActionUnconfirmed",
    "ActionSuperseded",
    "ActionExpired",
    "ActionHurried",
  ],
  sending: ["ActionConfirmed", "ActionRefused", "ActionDelayed", "ActionUnconfirmed"],
  waiting: [
    "ActionClaimed",
    "ActionCancelled",
    "ActionUnconfirmed",
    "ActionSuperseded",
    "ActionExpired",
    "ActionHurried",
    "ActionConfirmed",
    "ActionRefused",
  ],
  unconfirmed: ["ActionConfirmed", "ActionRefused", "ActionDismissed"],
  confirmed: ["ActionReopened", "ActionDismissed"],
  refused: ["ActionDismissed"],
  expired: ["ActionDismissed"],
  cancelled: ["ActionDismissed"],
  superseded: ["ActionDismissed"],
}

/** Folds the log event by event and hands each with the state before it. */
const walk = (world: OutboxWorld, visit: (event: RecordedEvent, before: State) => void) => {
  let state: State = model.initialState
  for (const event of world.client.log) {
    visit(event, state)
    state = model.evolve(state, event, new Draft())
  }
  return state
}

const run = (list: readonly OutboxStep[]) => {
  const world = new OutboxWorld()
  for (const step of list) step(world)
  return world
}

test("[OFFLINE-3] whatever happens, an action lives only the life that is drawn for it, and the log folds to it", () => {
  fc.assert(
    fc.property(steps([...safeSteps, ...unsafeSteps]), (list) => {
      const world = run(list)
      const end = walk(world, (event, { outbox }) => {
        const id = actionOf(event)
        if (id === null) return
        const state = outbox.actions.get(id)?.status.state ?? "none"
        expect(MAY_FOLLOW[state], `${event.type} after ${state}`).toContain(event.type)
      })
      expect(end).toEqual(world.client.state)
      expect(fold(world.client.log)).toEqual(world.client.state)
    }),
  )
})

test("[OFFLINE-4][OFFLINE-6][OFFLINE-8] every claim is of the leader, for who is signed in, online, due, fresh and first of its lane", () => {
  fc.assert(
    fc.property(steps([...safeSteps, ...unsafeSteps]), (list) => {
      walk(run(list), (event, { outbox, session, connection }) => {
        if (event.type !== "ActionClaimed") return
        const { action: id, epoch, attempt } = event.payload
        const action = outbox.actions.get(id)
        if (action === undefined) throw new Error("a claim of an unknown action")
        expect(epoch).toBe(outbox.epoch)
        expect(attempt).toBe(action.attempts + 1)
        expect(session.current?.account).toBe(action.account)
        expect(connection.status).toBe("online")
        if (action.intent.call === "request_device") {
          expect(event.at).toBeGreaterThanOrEqual(action.at - CLOCK_STEP_TOLERATED_MS)
          expect(event.at).toBeLessThan(action.at + ACTION_EXPIRY_MS)
        }
        // Accepted before it, in the same lane and not ended: only what has failed often lets others pass.
        const all = [...outbox.actions.values()]
        const ahead = all
          .slice(0, all.indexOf(action))
          .filter((other) => other.account === action.account && isOpen(other))
          .filter(({ intent }) => laneOf(intent) === laneOf(action.intent))
        for (const other of ahead) {
          expect(other.status.state).toBe("waiting")
          expect(other.attempts).toBeGreaterThanOrEqual(LANE_PATIENCE_ATTEMPTS)
          expect(targetOf(other.intent)).not.toBe(targetOf(action.intent))
        }
      })
    }),
  )
})

test("[OFFLINE-5] a reboot that may have happened is never sent again, and reaches the server at most once", () => {
  fc.assert(
    fc.property(steps(safeSteps), (list) => {
      const world = run(list)
      world.settle()
      const doubtful = new Set<string>()
      walk(world, (event, { outbox }) => {
        const id = actionOf(event)
        const once = id !== null && outbox.actions.get(id)?.intent.call === "request_device"
        if (!once || id === null) return
        if (event.type === "ActionUnconfirmed") doubtful.add(id)
        if (event.type === "ActionDelayed") expect(event.payload.ambiguous).toBe(false)
        if (event.type === "ActionClaimed") expect(doubtful.has(id)).toBe(false)
      })
      for (const times of world.reboots.values()) expect(times).toBe(1)
    }),
  )
})

test("[RENAME-2][OFFLINE-2] when faults stop every rename ends, and the server has the newest that was confirmed", () => {
  fc.assert(
    fc.property(steps(safeSteps), (list) => {
      const world = run(list)
      world.settle()
      expect(world.actions.filter((action) => isOpen(action) && action.account === world.account)).toEqual([])
      expect(world.client.state.outbox.unsettled.size).toBe(0)
      const newest = new Map<string, { readonly id: string; readonly title: string }>()
      const last = new Map<string, string>()
      for (const event of world.client.log) {
        const id = actionOf(event)
        if (id !== null && event.type !== "ActionDismissed") last.set(id, event.type)
        if (event.type !== "ActionQueued" || event.account !== world.account) continue
        const { action, intent } = event.payload
        if (intent.call === "rename_device") newest.set(intent.input.did, { id: action, title: intent.input.title })
      }
      for (const [device, { id, title }] of newest)
        if (last.get(id) === "ActionConfirmed") expect(world.names.get(device)).toBe(title)
      for (const [device, name] of world.names) expect(world.client.state.devices.bound.get(device)?.name).toBe(name)
    }),
    { numRuns: 300 },
  )
})

/** What lost attempts leave behind, counted from the events alone. */
class Doubts {
  /** Actions of which an attempt may have been done unseen. */
  readonly doubtful = new Set<string>()
  /** By target: its last lost attempt, and the newest value that was confirmed since the first. */
  readonly unsettled = new Map<string, { readonly lostAt: number; readonly action: string | null }>()
  readonly #asked = new Map<string, { readonly order: number; readonly key: string }>()

  hear(event: RecordedEvent): void {
    if (event.type === "ActionQueued") {
      const { action, account, intent } = event.payload
      this.#asked.set(action, { order: event.seq, key: unsettledKey(account, targetOf(intent)) })
    }
    if (event.type === "TargetSettled") this.unsettled.delete(unsettledKey(event.payload.account, event.payload.target))
    if (event.type === "ActionDelayed" && event.payload.ambiguous) {
      const { key } = this.#ask(event.payload.action)
      this.doubtful.add(event.payload.action)
      this.unsettled.set(key, { lostAt: event.seq, action: this.unsettled.get(key)?.action ?? null })
    }
    if (event.type !== "ActionConfirmed") return
    const { key, order } = this.#ask(event.payload.action)
    const before = this.unsettled.get(key)
    if (before === undefined || (before.action !== null && this.#ask(before.action).order > order)) return
    this.unsettled.set(key, { ...before, action: event.payload.action })
  }

  #ask(action: string) {
    const asked = this.#asked.get(action)
    if (asked === undefined) throw new Error(`nobody has asked for ${action}`)
    return asked
  }
}

const unsettledOf = ({ unsettled }: OutboxState) =>
  new Map([...unsettled].map(([key, { lostAt, action }]) => [key, { lostAt, action }]))

test("[OFFLINE-5] of each target the last lost attempt and the value to be read back are known, until a reading settles it", () => {
  fc.assert(
    fc.property(steps([...safeSteps, ...unsafeSteps]), (list) => {
      const doubts = new Doubts()
      const end = walk(run(list), (event, { outbox }) => {
        expect(unsettledOf(outbox)).toEqual(doubts.unsettled)
        for (const { id, ambiguous } of outbox.actions.values()) expect(ambiguous).toBe(doubts.doubtful.has(id))
        doubts.hear(event)
      })
      expect(unsettledOf(end.outbox)).toEqual(doubts.unsettled)
    }),
    // Few walks lose two attempts on one target.
    { numRuns: 600 },
  )
})
