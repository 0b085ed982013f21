import * as fc from "fast-check"
import { expect, test } from "vitest"
import { pendingRename, shownDeviceName } from "../../src/domain/outbox/overlay.ts"
import type { Command } from "../../src/domain/product/decide.ts"
import {
  ACTION_EXPIRY_MS,
  CLOCK_STEP_TOLERATED_MS,
  RETRY_CAP_MS,
  SENDING_MAX,
  SETTLED_ACTIONS_KEPT,
  SHARING_MIN_BUILD,
  TOO_OFTEN_BASE_MS,
  TOO_OFTEN_CAP_MS,
} from "../../src/domain/values/limits.ts"
import { outboxView } from "../../src/domain/views/outbox.ts"
import { FLAG_NO_FIRMWARE } from "../../src/domain/wire/deviceFlags.ts"
import { OutboxWorld } from "./outboxWorld.ts"
import { START } from "./recorder.ts"

const YEAR_MS = 365 * 24 * 3_600_000

const statesOf = (world: OutboxWorld) => world.actions.map(({ status }) => status.state)
const lastId = (world: OutboxWorld) => world.actions.at(-1)?.id ?? ""
const rename = (name: string, did = "d1"): Command => ({ type: "RenameDevice", did, name })
const reboot: Command = { type: "RebootDevice", did: "d1" }
const types = (world: OutboxWorld, command: Command) => world.client.types(command)

const land = (world: OutboxWorld, fate: Parameters<OutboxWorld["land"]>[1], jitter = 0) => {
  const [flight] = world.flights
  if (flight === undefined) throw new Error("nothing is on its way")
  world.land(flight, fate, jitter)
}

test("[RENAME-1] an empty or unchanged name is nothing to do, also against what is only pending", () => {
  const world = new OutboxWorld()
  for (const name of ["", "  ", "First", " First "]) expect(types(world, rename(name))).toEqual([])
  expect(types(world, rename("New"))).toEqual(["ActionQueued"])
  expect(types(world, rename("New "))).toEqual([])
  expect(types(world, rename("n".repeat(33)))).toBe("nameTooLong")
  expect(types(world, rename("x", "d9"))).toBe("unknownDevice")
})

test("[RENAME-2] a later rename replaces an unsent one, and not one that is on its way", () => {
  const world = new OutboxWorld()
  types(world, rename("A"))
  expect(types(world, rename("B"))).toEqual(["ActionSuperseded", "ActionQueued"])
  expect(world.send()).toHaveLength(1)
  expect(types(world, rename("C"))).toEqual(["ActionQueued"])
  expect(statesOf(world)).toEqual(["superseded", "sending", "queued"])
  land(world, "lostReply")
  expect(statesOf(world)).toEqual(["superseded", "superseded", "queued"])
  world.settle()
  expect(world.names.get("d1")).toBe("C")
})

test("[OFFLINE-9] a refused rename shows the old name again, with the reason", () => {
  const world = new OutboxWorld()
  types(world, rename("New"))
  const shown = () => {
    const { outbox, devices } = world.client.state
    const device = devices.bound.get("d1")
    return device === undefined ? "" : shownDeviceName(outbox, world.account, device)
  }
  expect(shown()).toBe("New")
  expect(pendingRename(world.client.state.outbox, world.account, "d1")?.before).toBe("First")
  world.send()
  land(world, "refused")
  expect(shown()).toBe("First")
  expect(outboxView(world.client.state).settled).toMatchObject([{ state: "refused", status: { reason: "unknown" } }])
})

test("[OFFLINE-5][REBOOT-1] a reboot without a reply is not confirmed, and only a person sends it again", () => {
  const world = new OutboxWorld()
  types(world, reboot)
  world.send()
  land(world, "lostReply")
  world.settle()
  expect(statesOf(world)).toEqual(["unconfirmed"])
  expect(world.reboots.get(lastId(world))).toBe(1)
  expect(types(world, { type: "SendActionAgain", action: lastId(world) })).toEqual(["ActionDismissed", "ActionQueued"])
  world.settle()
  expect(statesOf(world)).toEqual(["confirmed"])
})

test("[OFFLINE-7] a crash between claim and answer: the rename is sent again, the reboot is not", () => {
  const world = new OutboxWorld()
  types(world, rename("New"))
  types(world, { type: "RebootDevice", did: "d2" })
  expect(world.send()).toHaveLength(2)
  world.crash()
  expect(statesOf(world)).toEqual(["waiting", "unconfirmed"])
  expect(world.send()).toHaveLength(1)
})

test("[OFFLINE-3] a dismissed action is gone for a person, also while its value is still to be read back", () => {
  const world = new OutboxWorld()
  types(world, rename("New"))
  world.send()
  world.crash()
  world.pass(RETRY_CAP_MS)
  world.send()
  const again = world.flights.at(-1)
  if (again === undefined) throw new Error("nothing is on its way")
  world.land(again, "done", 0)
  const action = lastId(world)
  expect(types(world, { type: "DismissAction", action })).toEqual(["ActionDismissed"])
  expect(world.actions).toMatchObject([{ id: action, dismissed: true }])
  for (const type of ["DismissAction", "ConfirmAction", "CancelAction", "HurryAction", "SendActionAgain"] as const)
    expect(types(world, { type, action })).toBe("unknownAction")
})

test("[OFFLINE-7] a claim under an older epoch is refused", () => {
  const world = new OutboxWorld()
  types(world, rename("New"))
  const epoch = world.epoch
  world.crash()
  expect(types(world, { type: "ClaimAction", action: lastId(world), epoch })).toBe("notLeader")
  expect(types(world, { type: "ExpireActions", epoch })).toBe("notLeader")
  expect(types(world, { type: "ClaimAction", action: lastId(world), epoch: epoch + 1 })).toEqual(["ActionClaimed"])
})

test("[OFFLINE-6] a reboot expires at its time, and when the clock was set back behind its acceptance", () => {
  for (const [jump, expected] of [
    [ACTION_EXPIRY_MS - 1, ["ActionClaimed"]],
    [ACTION_EXPIRY_MS, ["ActionExpired"]],
    [-CLOCK_STEP_TOLERATED_MS - 1, ["ActionExpired"]],
    [-CLOCK_STEP_TOLERATED_MS, ["ActionClaimed"]],
  ] as const) {
    const world = new OutboxWorld()
    types(world, reboot)
    world.set(jump)
    expect(types(world, { type: "ClaimAction", action: lastId(world), epoch: world.epoch })).toEqual(expected)
  }
})

test("[OFFLINE-8] another account's actions are held until it signs in again", () => {
  const world = new OutboxWorld()
  types(world, rename("New"))
  world.signOut()
  expect(world.send()).toEqual([])
  expect(outboxView(world.client.state).waiting).toMatchObject([{ state: "held", heldFor: "u1@example.com" }])
  world.signIn("u2")
  expect(world.send()).toEqual([])
  world.signIn("u1")
  expect(world.send()).toHaveLength(1)
})

test("[OFFLINE-4] at most six actions are on their way at once", () => {
  const world = new OutboxWorld()
  const device = { model: 1, lastSeen: START, flags: 0, build: 0, shared: false, owner: "", name: "x" }
  const devices = Array.from({ length: 20 }, (_, n) => ({ ...device, id: `m${n}` }))
  world.do({ type: "RecordDevices", account: world.account, begunAt: world.client.now, devices })
  for (const { id } of devices) types(world, rename("New", id))
  expect(world.send()).toHaveLength(SENDING_MAX)
})

test("[OFFLINE-4] -100 slows the whole account, ever longer, and then it sends one at a time until one is confirmed", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99 }), fc.integer({ min: 1, max: 6 }), (jitter, times) => {
      const world = new OutboxWorld()
      types(world, rename("A", "d1"))
      types(world, rename("B", "d2"))
      world.send()
      for (let n = 0; n < times; n += 1) {
        for (const flight of [...world.flights]) world.land(flight, "tooOften", jitter / 100)
        const until = world.client.state.outbox.slow.get(world.account)?.until ?? 0
        expect(until - world.client.now).toBeGreaterThanOrEqual(TOO_OFTEN_BASE_MS / 2)
        expect(until - world.client.now).toBeLessThanOrEqual(TOO_OFTEN_CAP_MS)
        world.pass(until - world.client.now - 1)
        expect(world.send()).toEqual([])
        world.pass(1)
        expect(world.send()).toHaveLength(1)
      }
      land(world, "done")
      expect(world.client.state.outbox.slow.size).toBe(0)
    }),
  )
})

test("[OFFLINE-4] no wait outlasts its cap when the clock is set back", () => {
  for (const fate of ["lostRequest", "tooOften"] as const) {
    const world = new OutboxWorld()
    types(world, rename("New"))
    world.send()
    land(world, fate, 0.99)
    world.set(-YEAR_MS)
    world.pass(Math.max(RETRY_CAP_MS, TOO_OFTEN_CAP_MS))
    expect(world.send(), fate).toHaveLength(1)
  }
})

test("[RENAME-2] after the clock was set back a read tells the name again", () => {
  const world = new OutboxWorld()
  types(world, rename("New"))
  world.send()
  land(world, "done")
  world.set(-YEAR_MS)
  world.names.set("d1", "Renamed elsewhere")
  world.pass(1_000)
  world.read()
  expect(world.client.state.devices.bound.get("d1")?.name).toBe("Renamed elsewhere")
})

test("[OFFLINE-3] a hundred ended actions are kept, and none that is open or needs a person", () => {
  const world = new OutboxWorld()
  types(world, reboot)
  world.send()
  land(world, "lostReply")
  for (let n = 0; n < SETTLED_ACTIONS_KEPT + 20; n += 1) types(world, rename(`n${n}`, "d2"))
  expect(statesOf(world).filter((state) => state === "superseded")).toHaveLength(SETTLED_ACTIONS_KEPT)
  expect(statesOf(world)).toContain("unconfirmed")
  expect(statesOf(world).at(-1)).toBe("queued")
})

const sharing = (status: number) => {
  const world = new OutboxWorld()
  const sub = { id: "s1", name: "Sub", email: "s@example.com", createdAt: 1, status, devices: [] }
  const read = { account: world.account, begunAt: world.client.now }
  world.do({ type: "RecordSubAccounts", ...read, subAccounts: [sub] })
  return world
}

const invited = (world: OutboxWorld) => world.actions.filter(({ intent }) => intent.call === "send_invitation")

test("[SUB-2][OFFLINE-3] an unaccepted invitation keeps its action, which alone leads to its code", () => {
  const world = sharing(2)
  types(world, { type: "SendInvitation", name: "Ann", email: "ann@example.com" })
  world.send()
  land(world, "done")
  const settleMany = () => {
    for (let n = 0; n < SETTLED_ACTIONS_KEPT + 20; n += 1) types(world, rename(`n${n % 2}`, "d2"))
  }
  settleMany()
  expect(invited(world).map(({ status }) => status.state)).toEqual(["confirmed"])
  world.pass(1_000)
  const sub = { id: "s2", name: "Ann", email: "ann@example.com", createdAt: 1, status: 1, devices: [] }
  world.do({ type: "RecordSubAccounts", account: world.account, begunAt: world.client.now, subAccounts: [sub] })
  settleMany()
  expect(invited(world)).toEqual([])
})
const change = (state: 2 | 3 | 4): Command => ({ type: "ChangeSubAccountState", accountId: "s1", state })

test("[SUB-3][OFFLINE-2] a state change replaces unsent ones only when the server's state allows the result", () => {
  const active = sharing(2)
  expect(types(active, change(3))).toEqual(["ActionQueued"])
  expect(types(active, change(2))).toEqual(["ActionQueued"])
  expect(types(active, change(3))).toEqual(["ActionSuperseded", "ActionSuperseded", "ActionQueued"])
  const accepted = sharing(1)
  expect(types(accepted, change(3))).toBe("notAllowed")
  types(accepted, change(2))
  expect(types(accepted, change(3))).toEqual(["ActionQueued"])
  expect(types(accepted, change(4))).toEqual(["ActionSuperseded", "ActionSuperseded", "ActionQueued"])
  expect(types(accepted, change(2))).toBe("unknownAccount")
})

test.each([
  [0, 0, "firmwareUnknown"],
  [0, FLAG_NO_FIRMWARE, "noFirmware"],
  [SHARING_MIN_BUILD - 1, 0, "firmwareTooOld"],
  [SHARING_MIN_BUILD, 0, ["ActionQueued"]],
  [SHARING_MIN_BUILD + 1, 0, ["ActionQueued"]],
])("[SUB-5] a device of build %i with flags %i can be assigned: %j", (build, flags, expected) => {
  const world = sharing(2)
  const device = { id: "d1", name: "x", model: 1, lastSeen: START, flags, shared: false, owner: "", build }
  world.do({ type: "RecordDevices", account: world.account, begunAt: world.client.now + 1, devices: [device] })
  expect(types(world, { type: "AssignDevice", accountId: "s1", did: "d1", isAdd: true })).toEqual(expected)
})
