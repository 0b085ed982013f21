import { Effect } from "effect"
import * as fc from "fast-check"
import { expect, test } from "vitest"
import { runBatches } from "../../src/domain/client/batches/running.ts"
import { Engine } from "../../src/domain/client/log/engine.ts"
import { until } from "../../src/domain/client/triggers.ts"
import { nextOf } from "../../src/domain/features/batches/state.ts"
import type { DeviceFields } from "../../src/domain/features/devices/events.ts"
import { accountViewOf } from "../../src/domain/outbox/overlay.ts"
import { partedForBatch } from "../../src/domain/product/batchPlan.ts"
import type { State } from "../../src/domain/product/state.ts"
import {
  ACTION_EXPIRY_MS,
  BATCH_AT_ONCE,
  SETTLED_ACTIONS_KEPT,
  SHARING_MIN_BUILD,
  UNDO_MS,
} from "../../src/domain/values/limits.ts"
import { assignees, batchRow, batchSummaries, plannedBatch, selectedDevices } from "../../src/domain/views/batch.ts"
import { batchNotice } from "../../src/domain/views/batchNotice.ts"
import { FLAG_NO_FIRMWARE } from "../../src/domain/wire/deviceFlags.ts"
import { clients } from "./logs.ts"
import { fold, Recorder } from "./recorder.ts"
import { TestBrowser } from "./tabs.ts"

/** The order of names on the screens: a number in a name counts as a number. */
const { compare } = new Intl.Collator("en", { numeric: true })

const device = (id: string, part: Partial<DeviceFields> = {}): DeviceFields => ({
  id,
  name: id.toUpperCase(),
  model: 1,
  lastSeen: 0,
  flags: 4,
  build: SHARING_MIN_BUILD,
  shared: false,
  owner: "",
  ...part,
})

const person = (id: string, status: number) => ({
  id,
  name: id,
  email: `${id}@example.com`,
  createdAt: 0,
  status,
  devices: [],
})

const owner = (devices: readonly DeviceFields[] = [device("b"), device("a"), device("c", { shared: true })]) => {
  const client = new Recorder()
  const account = client.signIn()
  client.do({ type: "TakeLeadership" })
  client.do({ type: "RecordDevices", account, begunAt: client.now, devices })
  const subAccounts = [person("on", 2), person("off", 3), person("new", 1)]
  client.do({ type: "RecordSubAccounts", account, begunAt: client.now, subAccounts })
  return client
}

const idsOf = (n: number) => Array.from({ length: n }, (_, index) => `d${index}`)

/** Starts a batch of all devices that can take part. Returns its id. */
const begin = (client: Recorder, dids: readonly string[], kind: "reboot" | "wake" = "reboot", undo = false): string => {
  const view = accountViewOf(client.state)
  if (view === null) throw new Error("somebody is signed in")
  const { able, left, subject } = partedForBatch({ kind, accountId: null }, dids, view)
  const done = client.do({ type: "StartBatch", kind, accountId: null, subject, dids: able, left, undo })
  const [event] = done.ok ? done.value : []
  if (event?.type !== "BatchStarted") throw new Error("no batch was begun")
  return event.payload.batch
}

const batchOf = (client: Recorder, id: string) => {
  const batch = client.state.batches.get(id)
  if (batch === undefined) throw new Error(`there is no batch ${id}`)
  return batch
}

/** Hands over to the outbox all devices of the batch that are due now. */
const handOver = (client: Recorder, batch: string) => {
  while (client.do({ type: "AdvanceBatch", batch, epoch: client.state.outbox.epoch }).ok);
}

type Ending = "done" | "refused" | "noReply"

/** Sends and answers everything that waits in the outbox. */
const answerAll = (client: Recorder, ending: (did: string) => Ending = () => "done") => {
  const { epoch, actions } = client.state.outbox
  for (const { id, batch } of actions.open) {
    client.do({ type: "ClaimAction", action: id, epoch })
    const kind = ending(batch?.did ?? "")
    const outcome = kind === "refused" ? ({ kind, reason: "unknown", status: -999 } as const) : { kind }
    client.do({ type: "RecordOutcome", action: id, attempt: 1, outcome, jitter: 0 })
  }
}

test("[DEVICE-13] the chosen devices have their names, a number in it as a number, without those that have gone", () => {
  const bays = ["Bay 10", "bay 2", "Bay 1"].map((name, index) => device(`d${index}`, { name }))
  expect(selectedDevices(owner(bays).state, idsOf(3), compare).map(({ name }) => name)).toEqual([
    "Bay 1",
    "bay 2",
    "Bay 10",
  ])
  expect(selectedDevices(owner().state, ["c", "gone", "b", "a"], compare)).toEqual([
    { did: "a", name: "A" },
    { did: "b", name: "B" },
    { did: "c", name: "C" },
  ])
})

test("[DEVICE-13] only active sub-accounts can be assigned to, a pending disabling included in what counts", () => {
  const client = owner()
  expect(assignees(client.state, client.now).map(({ id }) => id)).toEqual(["on"])
  client.do({ type: "ChangeSubAccountState", accountId: "on", state: 3 })
  client.do({ type: "ChangeSubAccountState", accountId: "off", state: 2 })
  expect(assignees(client.state, client.now).map(({ id }) => id)).toEqual(["off"])
})

test("[SUB-5][DEVICE-13] before it begins a batch says of each device why it is left out", () => {
  const client = owner([device("a"), device("b", { shared: true }), device("c", { build: 0, flags: FLAG_NO_FIRMWARE })])
  const planned = plannedBatch(client.state, { kind: "assign", accountId: "on" }, ["a", "b", "c"], compare)
  expect(planned.map(({ reason }) => reason)).toEqual([null, "notAllowed", "noFirmware"])
  expect(plannedBatch(client.state, { kind: "assign", accountId: "off" }, ["a"], compare)[0]?.reason).toBe("notAllowed")
})

test("[DEVICE-18] a batch of 130 devices is in the outbox a few at a time, and each keeps its result", () => {
  const dids = idsOf(130)
  const client = owner(dids.map((did) => device(did)))
  const id = begin(client, dids)
  const ending = (did: string): Ending => (did === "d3" ? "refused" : did === "d7" ? "noReply" : "done")
  for (let turns = 0; turns < 9; turns += 1) {
    handOver(client, id)
    expect(client.state.outbox.actions.open.length).toBeLessThanOrEqual(BATCH_AT_ONCE)
    answerAll(client, ending)
  }
  expect(dids.length).toBeGreaterThan(SETTLED_ACTIONS_KEPT)
  const { epoch } = client.state.outbox
  expect(client.types({ type: "AdvanceBatch", batch: id, epoch: epoch - 1 })).toBe("notLeader")
  expect(batchSummaries(client.state, client.now)).toMatchObject([
    {
      phase: "done",
      of: 130,
      done: 130,
      confirmed: 128,
      troubles: [{ trouble: "refused" }, { trouble: "unconfirmed" }],
    },
  ])
  expect(["d0", "d3", "d7"].map((did) => batchRow(client.state, id, did, client.now))).toMatchObject([
    { state: "confirmed" },
    { state: "refused", reason: "unknown" },
    { state: "unconfirmed" },
  ])
  expect(batchNotice(client.state, "d3", client.now)).toMatchObject({ batch: id, stand: { state: "refused" } })
})

test("[DEVICE-18] a paused batch takes back what has not left, and asks for it first when it goes on", () => {
  const dids = idsOf(40)
  const client = owner(dids.map((did) => device(did)))
  const id = begin(client, dids)
  handOver(client, id)
  const [first] = client.state.outbox.actions.open
  client.do({ type: "ClaimAction", action: first?.id ?? "", epoch: client.state.outbox.epoch })
  client.do({ type: "MoveBatch", batch: id, to: "paused" })
  expect(client.state.outbox.actions.open.map(({ status }) => status.state)).toEqual(["sending"])
  handOver(client, id)
  expect(batchOf(client, id).count).toMatchObject({ asked: 1, waiting: 39 })
  client.do({ type: "MoveBatch", batch: id, to: "running" })
  handOver(client, id)
  const asked = client.state.outbox.actions.open.map(({ batch }) => batch?.did)
  expect(asked).toEqual(dids.slice(0, BATCH_AT_ONCE))
})

test("[DEVICE-18][REBOOT-1] for four seconds nothing is asked, and an undone batch asks no device", () => {
  const client = owner()
  client.do({ type: "ReportConnection", status: "online" })
  const id = begin(client, ["a", "b"], "reboot", true)
  handOver(client, id)
  client.now += UNDO_MS - 1
  handOver(client, id)
  expect(client.state.outbox.actions.size).toBe(0)
  client.do({ type: "MoveBatch", batch: id, to: "stopped" })
  client.now += UNDO_MS
  handOver(client, id)
  expect(client.state.outbox.actions.size).toBe(0)
  const kept = begin(client, ["a", "b"], "reboot", true)
  client.now += UNDO_MS
  handOver(client, kept)
  expect(client.state.outbox.actions.open).toHaveLength(2)
})

test("[DEVICE-18][OFFLINE-6] what waited longer than a reboot may is not asked any more, until a person says so", () => {
  const dids = idsOf(30)
  const client = owner(dids.map((did) => device(did)))
  const id = begin(client, dids)
  handOver(client, id)
  client.now += ACTION_EXPIRY_MS
  client.do({ type: "ExpireActions", epoch: client.state.outbox.epoch })
  handOver(client, id)
  expect(batchOf(client, id)).toMatchObject({ stopped: "expired", count: { expired: BATCH_AT_ONCE, waiting: 6 } })
  expect(client.state.outbox.actions.open).toEqual([])
  client.do({ type: "MoveBatch", batch: id, to: "running" })
  expect(batchOf(client, id).count).toMatchObject({ expired: 0, waiting: 30 })
  handOver(client, id)
  expect(client.state.outbox.actions.open).toHaveLength(BATCH_AT_ONCE)
})

test("[DEVICE-18][OFFLINE-10] a batch goes on only for the account that began it", () => {
  const client = owner()
  const id = begin(client, ["a", "b"])
  client.do({ type: "EndSession", sessionId: client.state.session.current?.id ?? "", reason: "person" })
  client.signIn("u2")
  handOver(client, id)
  expect(client.types({ type: "MoveBatch", batch: id, to: "stopped" })).toBe("notReady")
  expect(client.state.outbox.actions.size).toBe(0)
  expect(batchSummaries(client.state, client.now)).toEqual([])
  client.signIn("u1")
  handOver(client, id)
  expect(client.state.outbox.actions.open).toHaveLength(2)
})

test("[DEVICE-18] discarding what is unsent at sign-out ends its batches", () => {
  const client = owner()
  const id = begin(client, ["a", "b"])
  const account = client.state.session.current?.account
  if (account === undefined) throw new Error("the owner is signed in")
  client.do({ type: "DiscardActions", account })
  handOver(client, id)
  expect(batchOf(client, id).stopped).toBe("stopped")
  expect(client.state.outbox.actions.open).toEqual([])
})

const checkBatches = ({ batches, outbox }: State) => {
  for (const batch of batches.values()) {
    const tally = Object.fromEntries(Object.keys(batch.count).map((standing) => [standing, 0]))
    for (const [did, { standing, action }] of batch.items) {
      tally[standing] = (tally[standing] ?? 0) + 1
      const open = outbox.actions.open.filter(({ id }) => id === action)
      if (standing === "asked") expect(open, did).toHaveLength(1)
    }
    expect(batch.count).toEqual(tally)
    const next = nextOf(batch)
    expect(next === null).toBe(batch.count.waiting === 0)
    if (next !== null) expect(batch.items.get(next)?.standing).toBe("waiting")
    for (const { batch: of } of outbox.actions.open)
      if (of?.id === batch.id) expect(batch.items.get(of.did)?.standing).toBe("asked")
  }
}

test("[DEVICE-18] whatever happens, the record of a batch and the outbox tell the same, and so does a log folded again", () => {
  let begun = 0
  fc.assert(
    fc.property(clients(undefined, 120), ({ log, state }) => {
      begun += state.batches.size
      checkBatches(state)
      expect(fold(log).batches).toEqual(state.batches)
    }),
  )
  expect(begun).toBeGreaterThan(0)
})

/** Plays the outbox: answers open actions, at most this many times. */
const answering = Effect.fnUntraced(function* (engine: Engine["Service"], most: number) {
  const asked: string[] = []
  for (let answered = 0; answered < most; answered += 1) {
    yield* until(
      [(wake) => Effect.sync(() => engine.onPublish(() => wake()))],
      () => engine.state().outbox.actions.open.length > 0,
    )
    const [action] = engine.state().outbox.actions.open
    if (action === undefined) break
    expect(engine.state().outbox.actions.open.length).toBeLessThanOrEqual(BATCH_AT_ONCE)
    asked.push(action.batch?.did ?? "")
    yield* engine.dispatch({ type: "ClaimAction", action: action.id, epoch: engine.state().outbox.epoch })
    yield* engine.dispatch({
      type: "RecordOutcome",
      action: action.id,
      attempt: 1,
      outcome: { kind: "done" },
      jitter: 0,
    })
  }
  return asked
})

test("[DEVICE-18] after a reload another tab goes on where the log says: every device once, in turn", async () => {
  const browser = new TestBrowser()
  const dids = idsOf(60)
  const client = owner(dids.map((did) => device(did)))
  const steps = (most: number) =>
    Effect.gen(function* () {
      const engine = yield* Engine
      yield* engine.dispatch({ type: "TakeLeadership" })
      yield* Effect.forkScoped(runBatches)
      return yield* answering(engine, most)
    })
  begin(client, dids)
  const asked = await browser.gen(function* () {
    const engine = yield* Engine
    const account = client.state.session.current
    if (account === null) throw new Error("the owner is signed in")
    const { id, server, uid, name, email, createdAt, serverType } = account
    yield* engine.dispatch({
      type: "CompleteSignIn",
      session: { id, server, uid, name, email, createdAt, serverType },
    })
    yield* engine.dispatch({ type: "ReportConnection", status: "online" })
    yield* engine.dispatch({
      type: "RecordDevices",
      account: account.account,
      begunAt: 1,
      devices: dids.map((did) => device(did)),
    })
    yield* engine.dispatch({
      type: "StartBatch",
      kind: "reboot",
      accountId: null,
      subject: "",
      dids,
      left: [],
      undo: false,
    })
    return yield* steps(25)
  })
  const rest = await browser.run(steps(35))
  expect([...asked, ...rest]).toEqual(dids)
})
