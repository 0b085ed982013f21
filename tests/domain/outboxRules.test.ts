import * as fc from "fast-check"
import { expect, test } from "vitest"
import { isAbsolute, laneOf, targetOf } from "../../src/domain/actions/table.ts"
import { type AttemptOutcome, decideOutcome } from "../../src/domain/outbox/outcome.ts"
import { dueReads, nextDue, sendable } from "../../src/domain/outbox/schedule.ts"
import { type Action, isOpen, isUnsent } from "../../src/domain/outbox/state.ts"
import type { State } from "../../src/domain/product/state.ts"
import type { AccountKey } from "../../src/domain/values/identity.ts"
import {
  CLOCK_STEP_TOLERATED_MS,
  LANE_PATIENCE_ATTEMPTS,
  RELEASE_AFTER_AWAY_MS,
  RELEASE_SPREAD_MS,
  RETRY_BASE_MS,
  RETRY_CAP_MS,
  SENDING_MAX,
  TOO_OFTEN_BASE_MS,
  TOO_OFTEN_CAP_MS,
} from "../../src/domain/values/limits.ts"
import { type OutboxStep, safeSteps, steps, unsafeSteps } from "./outboxSteps.ts"
import { OutboxWorld } from "./outboxWorld.ts"
import { Recorder } from "./recorder.ts"

/** A second, plainer version of the schedule and of the outcomes. Random walks compare both. */

const walks = steps([...safeSteps, ...unsafeSteps])
/** Delays of the second look at a state, ms; the last as after a clock that was set back. */
const LATER_MS = [0, 700, 5_000, 61_000, 400_000, -3_600_000] as const

const eachState = (
  list: readonly OutboxStep[],
  look: (state: State, now: number, account: AccountKey) => void,
): void => {
  const world = new OutboxWorld()
  for (const step of list) {
    step(world)
    for (const later of LATER_MS) look(world.client.state, world.client.now + later, world.account)
  }
}

const openOf = ({ outbox }: State, account: AccountKey): readonly Action[] =>
  [...outbox.actions.values()].filter((action) => action.account === account && isOpen(action))

/** The earliest and the latest time at which the wait of an action may end. */
const endOf = ({ status }: Action, { connection }: State): readonly [number, number] => {
  if (status.state === "queued") return [0, 0]
  if (status.state !== "waiting") return [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  const isBack =
    status.reason === "noReply" &&
    connection.status === "online" &&
    connection.seq > status.seq &&
    connection.awayMs >= RELEASE_AFTER_AWAY_MS
  if (!isBack) return [status.until, status.until]
  return [Math.min(status.until, connection.since), Math.min(status.until, connection.since + RELEASE_SPREAD_MS)]
}

const startsAhead = ({ status }: Action, now: number): boolean =>
  status.state === "waiting" && status.since > now + CLOCK_STEP_TOLERATED_MS

const isHeldUp = (action: Action, open: readonly Action[]): boolean =>
  open.some(
    (other) =>
      other.order < action.order &&
      laneOf(other.intent) === laneOf(action.intent) &&
      (other.status.state !== "waiting" ||
        other.attempts < LANE_PATIENCE_ATTEMPTS ||
        targetOf(other.intent) === targetOf(action.intent)),
  )

const isSlow = ({ outbox }: State, account: AccountKey, now: number): boolean => {
  const until = outbox.slow.get(account)?.until ?? 0
  return until > now && until - now <= TOO_OFTEN_CAP_MS + CLOCK_STEP_TOLERATED_MS
}

test("[OFFLINE-4][OFFLINE-8] what is due and first of its lane may be sent, as much as there is room for, and nothing else", () => {
  fc.assert(
    fc.property(walks, (list) => {
      eachState(list, (state, now, account) => {
        const open = openOf(state, account)
        const mayGo = open.filter((action) => isUnsent(action) && !isHeldUp(action, open))
        const must = mayGo.filter((action) => endOf(action, state)[1] <= now || startsAhead(action, now))
        const may = mayGo.filter((action) => endOf(action, state)[0] <= now || startsAhead(action, now))
        const sending = open.filter(({ status }) => status.state === "sending").length
        const most = (state.outbox.slow.has(account) ? 1 : SENDING_MAX) - sending
        const stopped = state.connection.status !== "online" || isSlow(state, account, now)
        const room = stopped ? 0 : Math.max(0, most)
        const sent = sendable(state.outbox, account, state.connection, now)
        expect(sent.length).toBeLessThanOrEqual(room)
        expect(sent.length).toBeGreaterThanOrEqual(Math.min(room, must.length))
        for (const action of sent) expect(may).toContain(action)
        if (room > may.length) for (const action of must) expect(sent).toContain(action)
      })
    }),
  )
})

test("[OFFLINE-4] those that waited for a silent server do not all go in the moment in which it is back", () => {
  const world = new OutboxWorld()
  const state = world.client.state
  const ends = new Set<number>()
  for (let n = 0; n < 40; n += 1) {
    const action: Action = {
      ...queuedOf(world, `a${n}`),
      status: { state: "waiting", until: 1_000_000, since: 0, reason: "noReply", seq: 1 },
    }
    const actions = state.outbox.actions.fork().set(action.id, action)
    const connection = {
      status: "online",
      since: 100_000,
      seq: 9,
      awaySince: null,
      awayMs: RELEASE_AFTER_AWAY_MS,
    } as const
    const due = nextDue({ ...state.outbox, actions }, world.account, connection, 1)
    ends.add(due ?? 0)
    expect(due).toBeGreaterThanOrEqual(100_000)
    expect(due).toBeLessThan(100_000 + RELEASE_SPREAD_MS)
    // An absence that is too short ends no wait early.
    const blink = { ...connection, awayMs: RELEASE_AFTER_AWAY_MS - 1 }
    expect(nextDue({ ...state.outbox, actions }, world.account, blink, 1)).toBe(1_000_000)
  }
  expect(ends.size).toBeGreaterThan(30)
})

const queuedOf = (world: OutboxWorld, id: string): Action => {
  world.do({ type: "RenameDevice", did: "d1", name: `Name ${id}` })
  const action = world.actions.at(-1)
  if (action === undefined) throw new Error("nothing was queued")
  return { ...action, id }
}

test("[OFFLINE-4][OFFLINE-6] the next moment that matters is the first end of a wait, of an action or of a pause", () => {
  fc.assert(
    fc.property(walks, (list) => {
      eachState(list, (state, now, account) => {
        const open = openOf(state, account)
        const expiring = [...state.outbox.actions.values()].filter(isUnsent).flatMap(({ expiresAt }) => expiresAt ?? [])
        const waiting = open.filter(({ status }) => status.state === "waiting")
        const fixed = [...expiring, state.outbox.slow.get(account)?.until ?? 0].filter((at) => at > now)
        const latest = [...fixed, ...waiting.map((action) => endOf(action, state)[1])].filter((at) => at > now)
        const earliest = [...fixed, ...waiting.map((action) => Math.max(now, endOf(action, state)[0]))]
        const next = nextDue(state.outbox, account, state.connection, now) ?? Number.POSITIVE_INFINITY
        expect(next).toBeGreaterThan(now)
        expect(next).toBeLessThanOrEqual(Math.min(Number.POSITIVE_INFINITY, ...latest))
        expect(next).toBeGreaterThanOrEqual(Math.min(Number.POSITIVE_INFINITY, ...earliest))
      })
    }),
  )
})

const outcomes: readonly AttemptOutcome[] = [
  { kind: "done" },
  { kind: "refused", reason: "unknown", status: -1 },
  { kind: "tooOften" },
  { kind: "session" },
  { kind: "noReply" },
  { kind: "notSent" },
]
const DECODED: ReadonlySet<AttemptOutcome["kind"]> = new Set(["done", "gone", "refused"])

/** The wait of an action after this outcome, ms. */
const waitAfter = ({ kind }: AttemptOutcome, action: Action, { outbox }: State, jitter: number): number => {
  const times = outbox.slow.get(action.account)?.times ?? 0
  if (kind === "tooOften")
    return Math.floor((Math.min(TOO_OFTEN_CAP_MS, TOO_OFTEN_BASE_MS * 2 ** times) * (1 + jitter)) / 2)
  if (kind !== "noReply") return 0
  return Math.floor(jitter * Math.min(RETRY_CAP_MS, RETRY_BASE_MS * 2 ** action.attempts))
}

/**
 * The newest unsent action of the same target, which replaces this one. Changes of a sub-account's state replace none.
 */
const newerThan = (action: Action, { outbox }: State): Action | undefined =>
  isAbsolute(action.intent) && action.intent.call !== "update_subaccount_state"
    ? [...outbox.actions.values()].findLast(
        (other) =>
          other.account === action.account &&
          other.order > action.order &&
          isUnsent(other) &&
          targetOf(other.intent) === targetOf(action.intent),
      )
    : undefined

const checkOutcome = (state: State, now: number, action: Action, outcome: AttemptOutcome, jitter: number): void => {
  const report = { outcome, jitter }
  for (const attempt of [action.attempts - 1, action.attempts + 1])
    expect(decideOutcome({ attempt, ...report }, action, state.outbox, now)).toEqual([])
  const events = decideOutcome({ attempt: action.attempts, ...report }, action, state.outbox, now)
  const { status } = action
  const isLate = status.state === "unconfirmed" || (status.state === "waiting" && status.reason === "lost")
  if (status.state !== "sending" && !(isLate && DECODED.has(outcome.kind))) {
    expect(events).toEqual([])
    return
  }
  if (outcome.kind === "done") expect(events.map(({ type }) => type)).toEqual(["ActionConfirmed"])
  const delayed = events.find(({ type }) => type === "ActionDelayed")
  if (delayed?.type !== "ActionDelayed") return
  expect(delayed.payload.until - now).toBe(waitAfter(outcome, action, state, jitter))
  const superseded = events.find(({ type }) => type === "ActionSuperseded")
  expect(superseded?.payload).toEqual(
    newerThan(action, state) && { action: action.id, by: newerThan(action, state)?.id },
  )
}

test("[OFFLINE-4][OFFLINE-5] an outcome counts for its own attempt, late only when the server spoke, and waits grow within their bounds", () => {
  fc.assert(
    fc.property(walks, fc.nat(99), (list, percent) => {
      const world = new OutboxWorld()
      for (const step of list) {
        step(world)
        for (const action of world.actions)
          for (const outcome of outcomes)
            checkOutcome(world.client.state, world.client.now, action, outcome, percent / 100)
      }
    }),
  )
})

const next = (world: OutboxWorld) => {
  const [flight] = world.flights
  if (flight === undefined) throw new Error("nothing is on its way")
  return flight
}

test("[OFFLINE-4] a rename that fails often lets a reboot of its device pass, and never a newer name", () => {
  for (const [failures, passes] of [
    [LANE_PATIENCE_ATTEMPTS - 1, false],
    [LANE_PATIENCE_ATTEMPTS, true],
    [LANE_PATIENCE_ATTEMPTS + 2, true],
  ] as const) {
    const world = new OutboxWorld()
    world.do({ type: "RenameDevice", did: "d1", name: "Bad" })
    for (let n = 0; n < failures; n += 1) {
      world.pass(RETRY_CAP_MS)
      expect(world.send()).toHaveLength(1)
      world.land(next(world), "lostReply", 0.99)
    }
    world.do({ type: "RebootDevice", did: "d1" })
    const { state, now } = world.client
    const calls = sendable(state.outbox, world.account, state.connection, now).map(({ intent }) => intent.call)
    expect(calls).toEqual(passes ? ["request_device"] : [])
    // A newer name beside the bad one. Only two tabs at the same time can leave such a state.
    const [bad] = world.actions
    if (bad === undefined) throw new Error("nothing was asked for")
    const newer: Action = { ...bad, id: "newer", order: bad.order + 0.5, status: { state: "queued" }, attempts: 0 }
    const actions = state.outbox.actions.fork().set(newer.id, newer)
    const sent = sendable({ ...state.outbox, actions }, world.account, state.connection, now)
    expect(sent.map(({ id }) => id)).not.toContain("newer")
  }
})

/** The number of renames that may be sent at this time; there is one, and it waits for nothing else. */
const goesAt = ({ client, account }: OutboxWorld, at: number, over: Partial<State["outbox"]>): number =>
  sendable({ ...client.state.outbox, ...over }, account, client.state.connection, at).length

test("[OFFLINE-4] a busy server is asked for nothing until the wait is over; only a clock set back ends it earlier", () => {
  const world = new OutboxWorld()
  queuedOf(world, "a")
  const until = world.client.now + TOO_OFTEN_BASE_MS
  const slow = new Map([[world.account, { until, times: 1 }]])
  const longest = TOO_OFTEN_CAP_MS + CLOCK_STEP_TOLERATED_MS
  const moments = [until - 1, until, until - longest, until - longest - 1]
  expect(moments.map((at) => goesAt(world, at, { slow }))).toEqual([0, 1, 0, 1])
  expect(goesAt(world, until - 1, { slow: new Map([[somebodyElse, { until, times: 1 }]]) })).toBe(1)
})

test("[OFFLINE-4] a wait that seems to begin in the future is over, because the clock was set back", () => {
  const world = new OutboxWorld()
  queuedOf(world, "a")
  const [action] = world.actions
  if (action === undefined) throw new Error("nothing was asked for")
  const since = world.client.now
  const status = { state: "waiting", until: since + RETRY_CAP_MS, since, reason: "noReply", seq: 1_000 } as const
  const actions = world.client.state.outbox.actions.fork().set(action.id, { ...action, status })
  const moments = [since, status.until, since - CLOCK_STEP_TOLERATED_MS, since - CLOCK_STEP_TOLERATED_MS - 1]
  expect(moments.map((at) => goesAt(world, at, { actions }))).toEqual([0, 1, 0, 1])
})

test("[OFFLINE-4] each time a busy server says so the wait doubles, up to its cap", () => {
  const world = new OutboxWorld()
  queuedOf(world, "a")
  world.send()
  const [action] = world.actions
  if (action === undefined) throw new Error("nothing was asked for")
  for (const jitter of [0, 0.999])
    for (let times = 0; times < 40; times += 1) {
      const slow = new Map([[world.account, { until: 0, times }]])
      const report = { attempt: 1, outcome: { kind: "tooOften" }, jitter } as const
      const [delayed] = decideOutcome(report, action, { ...world.client.state.outbox, slow }, 0)
      const cap = Math.min(TOO_OFTEN_CAP_MS, TOO_OFTEN_BASE_MS * 2 ** times)
      expect(delayed?.payload).toMatchObject({ until: Math.floor((cap * (1 + jitter)) / 2) })
    }
})

const somebodyElse = new Recorder().signIn("u9", "another session")

test("[OFFLINE-5][SUB-2] the list that tells of an unconfirmed invitation is read until one reading knew of it, for its own account alone", () => {
  const world = new OutboxWorld()
  world.do({ type: "SendInvitation", name: "Pia", email: "pia@example.com" })
  world.send()
  world.land(next(world), "lostReply", 0)
  const { outbox } = world.client.state
  const status = world.actions.at(-1)?.status
  if (status?.state !== "unconfirmed") throw new Error(`it is ${status?.state}`)
  const due = (account: AccountKey, subAccounts: number) => [
    ...dueReads(outbox, account, { devices: 0, subAccounts, mainAccounts: 0 }, new Map()),
  ]
  expect(due(world.account, status.seq - 1)).toEqual(["subAccounts"])
  expect(due(world.account, status.seq)).toEqual([])
  expect(due(somebodyElse, 0)).toEqual([])
})

test("[OFFLINE-5] a list is read for what a lost attempt may have changed, once that attempt is dead, for its own account alone", () => {
  const world = new OutboxWorld()
  world.do({ type: "RenameDevice", did: "d1", name: "One" })
  world.send()
  world.land(next(world), "lostReply", 0)
  world.send()
  world.land(next(world), "done", 0)
  const { outbox } = world.client.state
  const entries = [...outbox.unsettled]
  expect(entries).toHaveLength(1)
  const outlived = new Map(entries.map(([key, { lostAt }]) => [key, lostAt]))
  const known = { devices: 10_000, subAccounts: 10_000, mainAccounts: 10_000 }
  expect([...dueReads(outbox, world.account, known, outlived)]).toEqual(["devices"])
  expect([...dueReads(outbox, world.account, known, new Map())]).toEqual([])
  expect([...dueReads(outbox, somebodyElse, known, outlived)]).toEqual([])
})
