import { expect, test } from "vitest"
import type { DeviceFields } from "../../src/domain/features/devices/events.ts"
import { BATCH_DEVICES_MAX, SHARING_MIN_BUILD } from "../../src/domain/values/limits.ts"
import { assignees, batchResult, selectedDevices } from "../../src/domain/views/batch.ts"
import { queuedBy, Recorder } from "./recorder.ts"

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

const owner = () => {
  const client = new Recorder()
  const account = client.signIn()
  const devices = [device("b"), device("a"), device("c", { shared: true })]
  client.do({ type: "RecordDevices", account, begunAt: client.now, devices })
  const subAccounts = [person("on", 2), person("off", 3), person("new", 1)]
  client.do({ type: "RecordSubAccounts", account, begunAt: client.now, subAccounts })
  return client
}

test("[DEVICE-13] the devices chosen are told by name, without those that have gone", () => {
  const client = owner()
  expect(selectedDevices(client.state, ["c", "gone", "b", "a"])).toEqual([
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

test("[DEVICE-13] each device tells what came of its own action, and nothing before it has one", () => {
  const client = owner()
  const reboot = queuedBy(client, { type: "RebootDevice", did: "b" })
  const wake = queuedBy(client, { type: "WakeDevice", did: "b", mac: null })
  client.do({ type: "CancelAction", action: wake })
  expect(batchResult(client.state, "b", reboot)).toMatchObject({ state: "queued", isOpen: true })
  expect(batchResult(client.state, "b", wake)).toMatchObject({ state: "cancelled", isOpen: false })
  expect(batchResult(client.state, "a", null)).toMatchObject({ did: "a", state: null, isOpen: false })
  expect(batchResult(client.state, "a", "forgotten")).toMatchObject({ state: null })
})

test("[DEVICE-13][OFFLINE-5] a refused device says why, beside others that went well", () => {
  const client = owner()
  client.do({ type: "TakeLeadership" })
  const results = ["a", "b"].map(
    (did) => [did, queuedBy(client, { type: "AssignDevice", accountId: "on", did, isAdd: true })] as const,
  )
  const { epoch, actions } = client.state.outbox
  for (const [action, { intent }] of actions) {
    client.do({ type: "ClaimAction", action, epoch })
    const isFirst = intent.call === "modify_subdevice" && intent.input.deviceId === "a"
    const outcome = isFirst
      ? ({ kind: "refused", reason: "unsupported", status: -1 } as const)
      : ({ kind: "done" } as const)
    client.do({ type: "RecordOutcome", action, attempt: 1, outcome, jitter: 0 })
  }
  expect(results.map(([did, action]) => batchResult(client.state, did, action))).toMatchObject([
    { did: "a", state: "refused", setback: { reason: "unsupported" } },
    { did: "b", state: "confirmed", setback: null },
  ])
})

test("[SUB-5][DEVICE-13] a device that somebody else shares is not the account's to pass on, but can be taken away", () => {
  const client = owner()
  const account = client.state.session.current?.account
  if (account === undefined) throw new Error("the owner is signed in")
  const assign = (did: string, isAdd: boolean) => client.types({ type: "AssignDevice", accountId: "on", did, isAdd })
  expect([assign("c", true), assign("a", true)]).toEqual(["notAllowed", ["ActionQueued"]])
  const subAccounts = [{ ...person("on", 2), devices: ["c"] }]
  client.do({ type: "RecordSubAccounts", account, begunAt: client.now + 1, subAccounts })
  expect(assign("c", false)).toEqual(["ActionQueued"])
})

test("[DEVICE-13] however many settled before, each device of the largest batch keeps its result", () => {
  const client = new Recorder()
  const account = client.signIn()
  const dids = Array.from({ length: BATCH_DEVICES_MAX }, (_, index) => `d${index}`)
  client.do({ type: "RecordDevices", account, begunAt: client.now, devices: dids.map((did) => device(did)) })
  client.do({ type: "TakeLeadership" })
  const settle = () => {
    const asked = dids.map((did) => [did, queuedBy(client, { type: "RebootDevice", did })] as const)
    const { epoch, actions } = client.state.outbox
    for (const { id, status } of actions.values()) {
      if (status.state !== "queued") continue
      client.do({ type: "ClaimAction", action: id, epoch })
      const outcome = { kind: "refused", reason: "unknown", status: -999 } as const
      client.do({ type: "RecordOutcome", action: id, attempt: 1, outcome, jitter: 0 })
    }
    client.now += 1
    return asked
  }
  for (let before = 0; before < 3; before += 1) settle()
  const results = settle().map(([did, action]) => batchResult(client.state, did, action))
  expect(results.filter(({ state }) => state !== "refused")).toEqual([])
})
