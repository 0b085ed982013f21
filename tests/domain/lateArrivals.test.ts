import { expect, test } from "vitest"
import { Lifetimes } from "../../src/domain/client/sending/lostAttempts.ts"
import { reconcile } from "../../src/domain/outbox/reconcile.ts"
import type { Command } from "../../src/domain/product/decide.ts"
import type { AccountKey } from "../../src/domain/values/identity.ts"
import {
  CLAIM_FRESH_MS,
  REQUEST_LONGEST_LIFE_MS,
  RETRY_CAP_MS,
  SETTLED_ACTIONS_KEPT,
} from "../../src/domain/values/limits.ts"
import { outboxView } from "../../src/domain/views/outbox.ts"
import { OutboxWorld } from "./outboxWorld.ts"
import { accountOf } from "./recorder.ts"

/**
 * A request may reach the server after a newer one, although the tab has given it up. The newer value must be restored.
 */

const rename = (name: string): Command => ({ type: "RenameDevice", did: "d1", name })
const accepted = (world: OutboxWorld, command: Command): string => {
  const result = world.do(command)
  const queued = result.ok ? result.value.find(({ type }) => type === "ActionQueued") : undefined
  if (queued?.type !== "ActionQueued") throw new Error("not queued")
  return queued.payload.action
}
const settledOn = (world: OutboxWorld): string | undefined => {
  world.read()
  world.pass(REQUEST_LONGEST_LIFE_MS + 1)
  world.read()
  world.settle()
  return world.names.get("d1")
}

/** The tab gives "A" up on its way, sends "B" after it, and "B" is confirmed. A's request is still under way. */
const overtaken = () => {
  const world = new OutboxWorld()
  const first = accepted(world, rename("A"))
  world.send()
  const [late] = world.flights
  if (late === undefined) throw new Error("nothing is on its way")
  world.land(late, "timeout")
  const second = accepted(world, rename("B"))
  world.pass(REQUEST_LONGEST_LIFE_MS / 2)
  world.send()
  const flight = world.flights.find(({ action }) => action === second)
  if (flight === undefined) throw new Error("the second is not on its way")
  world.land(flight, "done")
  expect(world.names.get("d1")).toBe("B")
  return { world, first, second, arrive: () => world.land(late, "done") }
}

test("[OFFLINE-5] a lost request that arrives after a newer value is noticed, and the newer value sent again", () => {
  const { world, arrive } = overtaken()
  arrive()
  expect(world.names.get("d1")).toBe("A")
  expect(settledOn(world)).toBe("B")
})

test("[OFFLINE-3][OFFLINE-5] taking the newer one off the panel does not keep its value from being read back", () => {
  const { world, second, arrive } = overtaken()
  expect(world.do({ type: "DismissAction", action: second }).ok).toBe(true)
  expect(outboxView(world.client.state).settled.map(({ id }) => id)).not.toContain(second)
  arrive()
  expect(settledOn(world)).toBe("B")
  world.do({ type: "DismissSettled" })
  expect(world.actions).toEqual([])
})

test("[OFFLINE-5] giving a later one up does not keep the confirmed value from being read back", () => {
  const { world, arrive } = overtaken()
  const third = accepted(world, rename("C"))
  world.send()
  const flight = world.flights.find(({ action }) => action === third)
  if (flight === undefined) throw new Error("the third is not on its way")
  world.land(flight, "lostRequest")
  expect(world.do({ type: "CancelAction", action: third }).ok).toBe(true)
  arrive()
  expect(settledOn(world)).toBe("B")
})

test("[OFFLINE-5] an earlier one that a person says has happened does not win over the later one", () => {
  const world = new OutboxWorld()
  const first = accepted(world, rename("A"))
  world.send()
  const [late] = world.flights
  if (late === undefined) throw new Error("nothing is on its way")
  world.land(late, "timeout")
  world.do({ type: "CancelAction", action: first })
  accepted(world, rename("B"))
  world.send()
  const flight = world.flights.find(({ action }) => action !== first)
  if (flight === undefined) throw new Error("the second is not on its way")
  world.land(flight, "done")
  expect(world.do({ type: "ConfirmAction", action: first }).ok).toBe(true)
  world.land(late, "done")
  expect(settledOn(world)).toBe("B")
})

test("[OFFLINE-5] setting the clock forward does not shorten the life of a lost request", () => {
  const { world, arrive } = overtaken()
  world.set(10 * REQUEST_LONGEST_LIFE_MS)
  world.read()
  arrive()
  expect(settledOn(world)).toBe("B")
})

test("[OFFLINE-5] a later one that was given up and is shown to have happened after all stays", () => {
  const { world } = overtaken()
  const third = accepted(world, rename("C"))
  world.send()
  const flight = world.flights.find(({ action }) => action === third)
  if (flight === undefined) throw new Error("the third is not on its way")
  world.land(flight, "lostReply")
  // This read learns that the reply was lost, too early to tell the outcome.
  world.read()
  expect(world.do({ type: "CancelAction", action: third }).ok).toBe(true)
  world.pass(2 * REQUEST_LONGEST_LIFE_MS)
  expect(settledOn(world)).toBe("C")
})

test("[OFFLINE-5] nothing is settled while a newer value still waits to be sent", () => {
  const { world, arrive } = overtaken()
  accepted(world, rename("C"))
  arrive()
  for (let times = 0; times < 2; times += 1) {
    world.read()
    world.pass(REQUEST_LONGEST_LIFE_MS + 1)
  }
  world.read()
  expect(world.client.state.outbox.unsettled.size).toBe(1)
  expect(settledOn(world)).toBe("C")
})

test("[OFFLINE-5][OFFLINE-8] the list of one account settles nothing of another, which may name the same device", () => {
  const { world } = overtaken()
  const { outbox } = world.client.state
  const outlived = new Map([...outbox.unsettled].map(([key, { lostAt }]) => [key, lostAt]))
  const reading = { read: "devices", known: Number.POSITIVE_INFINITY, outlived, shows: () => false } as const
  const types = (account: AccountKey) => reconcile(outbox, { ...reading, account }).map(({ type }) => type)
  expect(types(world.account)).toEqual(["ActionReopened", "TargetSettled"])
  expect(types(accountOf("somebody else"))).toEqual([])
})

test("[OFFLINE-5] a lost request counts as alive for as long as one can be, from the last one that was lost", () => {
  let now = 0
  const lifetimes = new Lifetimes(() => now)
  const world = new OutboxWorld()
  const lose = () => {
    world.pass(RETRY_CAP_MS)
    world.send()
    const [flight] = world.flights
    if (flight === undefined) throw new Error("nothing is on its way")
    world.land(flight, "lostRequest")
    lifetimes.observe(world.client.state.outbox)
  }
  const life = REQUEST_LONGEST_LIFE_MS + CLAIM_FRESH_MS
  const lost = () => [...world.client.state.outbox.unsettled.values()].map(({ lostAt }) => lostAt)
  accepted(world, rename("A"))
  lose()
  now += life - 1
  expect([lifetimes.outlived().size, lifetimes.untilNext()]).toEqual([0, 1])
  lose()
  now += life - 1
  expect([lifetimes.outlived().size, lifetimes.untilNext()]).toEqual([0, 1])
  now += 1
  expect([...lifetimes.outlived().values()]).toEqual(lost())
})

test("[OFFLINE-3][OFFLINE-5] a value that is still to be read back keeps its action, however many others there are", () => {
  const world = new OutboxWorld()
  const dids = Array.from({ length: SETTLED_ACTIONS_KEPT + 5 }, (_, n) => `m${n}`)
  for (const did of dids) world.names.set(did, "First")
  world.read()
  for (const did of dids) accepted(world, { type: "RenameDevice", did, name: "New" })
  const landAll = (fate: "lostReply" | "done") => {
    while (world.send().length > 0) for (const flight of [...world.flights]) world.land(flight, fate, 0.99)
  }
  landAll("lostReply")
  world.pass(RETRY_CAP_MS)
  landAll("done")
  expect(world.actions.map(({ status }) => status.state)).toEqual(dids.map(() => "confirmed"))
})
