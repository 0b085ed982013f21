import fc from "fast-check"
import { expect, test } from "vitest"
import { fieldsOf } from "../../src/domain/client/lan/lanDevices.ts"
import { deviceOfPath, pathOfDevice, routeOf } from "../../src/domain/values/routes.ts"
import { factsOf } from "../../src/domain/views/deviceFacts.ts"
import { type DeviceHistory, historyOf } from "../../src/domain/views/deviceHistory.ts"
import { devicePage } from "../../src/domain/views/devicePage.ts"
import { deviceCard } from "../../src/domain/views/devices.ts"
import { outboxItem } from "../../src/domain/views/outbox.ts"
import { usualReturnMs } from "../../src/domain/views/usualReturn.ts"
import { CONNECTED, device as neighbour } from "./playedBridge.ts"
import { Recorder, START } from "./recorder.ts"

const MINUTE = 60_000
const HOUR = 60 * MINUTE

const device = (lastSeen: number, more: { readonly name?: string; readonly build?: number } = {}) => ({
  id: "d1",
  name: "Dome",
  model: 1,
  lastSeen,
  flags: 0,
  build: 241_129_184_309,
  shared: false,
  owner: "",
  ...more,
})

const owner = () => {
  const client = new Recorder()
  const account = client.signIn()
  const read = (at: number, ...of: Parameters<typeof device>) => {
    client.now = at
    client.do({ type: "RecordDevices", account, begunAt: at, devices: [device(...of)] })
  }
  const history = (): DeviceHistory =>
    historyOf(
      client.log.flatMap((event) => factsOf(event, "d1")),
      client.now,
    )
  return { client, read, history }
}

const kinds = ({ entries }: DeviceHistory) => entries.map(({ kind }) => kind)

test("[DEVICE-14] a device's history tells what was asked and what came of it, what changed elsewhere, and its comings and goings", () => {
  const { client, read, history } = owner()
  read(START, START)
  client.do({ type: "RenameDevice", did: "d1", name: "Observatory" })
  client.do({ type: "RenameDevice", did: "another", name: "Not here" })
  const [action] = [...client.state.outbox.actions.values()]
  client.do({ type: "TakeLeadership" })
  client.do({ type: "ClaimAction", action: action?.id ?? "", epoch: client.state.outbox.epoch })
  client.now += 400
  const outcome = { kind: "refused", reason: "unsupported", status: -7 } as const
  client.do({ type: "RecordOutcome", action: action?.id ?? "", attempt: 1, outcome, jitter: 0 })
  expect(kinds(history())).toEqual(["asked", "added"])
  expect(history().entries[0]).toMatchObject({
    subject: "Dome",
    outcome: { state: "refused", reason: "unsupported", at: START + 400 },
  })

  read(START + 3 * HOUR, START + 3 * HOUR, { name: "By somebody else", build: 250_101_000_000 })
  const entries = history().entries
  expect(kinds(history()).toSorted()).toEqual(["added", "asked", "away", "back", "renamed", "updated"].toSorted())
  expect(entries.find(({ kind }) => kind === "back")).toMatchObject({ at: START + 3 * HOUR, awayFor: 3 * HOUR })
  expect(entries.find(({ kind }) => kind === "away")).toMatchObject({ at: START + 30 * MINUTE })
  expect(entries.map(({ at }) => at)).toEqual(entries.map(({ at }) => at).toSorted((a, b) => b - a))
})

test("[DEVICE-14][DEVICE-20] of a reboot whose device never came back the history says so, once somebody has looked long enough", () => {
  const { client, read, history } = owner()
  const missing = () => history().entries.flatMap((entry) => (entry.kind === "asked" ? [entry.isMissing] : []))
  read(START, START)
  client.do({ type: "RebootDevice", did: "d1", undo: false })
  const [action] = [...client.state.outbox.actions.values()]
  client.do({ type: "TakeLeadership" })
  client.do({ type: "ClaimAction", action: action?.id ?? "", epoch: client.state.outbox.epoch })
  client.do({ type: "RecordOutcome", action: action?.id ?? "", attempt: 1, outcome: { kind: "done" }, jitter: 0 })
  read(START + MINUTE, START)
  client.now = START + 2 * HOUR
  // No list was read since then, so nothing is known.
  expect(missing()).toEqual([false])
  read(START + 2 * HOUR, START)
  expect(missing()).toEqual([true])
  read(START + 3 * HOUR, START + 3 * HOUR)
  expect(missing()).toEqual([false])
})

test("[PICTURE-6] how long a device is usually gone is the median of its own restarts, without the one under way; two are needed", () => {
  const { client, read, history } = owner()
  const usual = (except: number | null = null) => usualReturnMs(history().entries, "reboot", except)
  client.do({ type: "TakeLeadership" })
  const restart = (at: number, ms: number): number => {
    read(at, at)
    client.do({ type: "RebootDevice", did: "d1", undo: false })
    const action = [...client.state.outbox.actions.keys()].at(-1) ?? ""
    client.do({ type: "ClaimAction", action, epoch: client.state.outbox.epoch })
    client.do({ type: "RecordOutcome", action, attempt: 1, outcome: { kind: "done" }, jitter: 0 })
    read(at + ms + 1_000, at + ms)
    return at
  }
  restart(START, 40_000)
  expect(usual()).toBeNull()
  restart(START + HOUR, 60_000)
  const last = restart(START + 2 * HOUR, 50_000)
  expect(usual()).toBe(50_000)
  expect(usual(last)).toBe(60_000)
  expect(usualReturnMs(history().entries, "wake", null)).toBeNull()
})

test("[DEVICE-14][WAKE-4] a device that came back on this network is back in its history as on its card, while the cloud does not see it", () => {
  const { client, read, history } = owner()
  const asked = () => history().entries.find(({ kind }) => kind === "asked")
  const outcome = () => deviceCard(client.state, "d1", client.now)?.notice?.outcome
  const tells = (event: "answers" | "gone") => {
    const devices = ["n1", "n2"].map((id) => fieldsOf(neighbour(id, { did: id === "n1" ? "d1" : "another" })))
    const isHere = event === "answers"
    client.do({ type: "RecordLanDevices", devices: isHere ? devices : [], gone: isHere ? [] : ["n1", "n2"] })
  }
  read(START, START - 2 * HOUR)
  client.do({ type: "ReportBridge", link: CONNECTED })
  tells("answers")
  client.do({ type: "RebootDevice", did: "d1", undo: false })
  const [action] = [...client.state.outbox.actions.values()]
  client.do({ type: "TakeLeadership" })
  client.do({ type: "ClaimAction", action: action?.id ?? "", epoch: client.state.outbox.epoch })
  client.do({ type: "RecordOutcome", action: action?.id ?? "", attempt: 1, outcome: { kind: "done" }, jitter: 0 })
  const takenAt = client.now
  client.now = takenAt + 10_000
  tells("gone")
  expect(asked()).toMatchObject({ seenAt: null, isMissing: false })
  client.now = takenAt + 20_000
  tells("answers")
  expect(outcome()).toMatchObject({ stage: "back", seenAt: takenAt + 20_000 })
  expect(asked()).toMatchObject({ seenAt: takenAt + 20_000, isMissing: false })
  // Later reads of the cloud, which has not seen the device, do not take that back.
  read(takenAt + 6 * MINUTE, START - 2 * HOUR)
  expect(asked()).toMatchObject({ seenAt: takenAt + 20_000, isMissing: false })
  // While the device answers on this network its presence has no time; its days are those of the cloud.
  expect(kinds(history()).filter((kind) => kind === "back")).toEqual([])
})

test("[DEVICE-14][DEVICE-16] the facts of a log read in pieces, from its end, make the same history", () => {
  const { client, read, history } = owner()
  for (let hour = 0; hour < 12; hour += 1) read(START + hour * HOUR, START + hour * HOUR - (hour % 3) * 20 * MINUTE)
  client.do({ type: "RebootDevice", did: "d1" })
  fc.assert(
    fc.property(fc.array(fc.nat(client.log.length), { maxLength: 6 }), (cuts) => {
      const edges = [0, ...cuts.toSorted((a, b) => a - b), client.log.length]
      const pieces = edges.slice(1).map((end, index) => client.log.slice(edges[index], end))
      let facts: ReturnType<typeof factsOf> = []
      for (const events of pieces.toReversed()) facts = [...events.flatMap((event) => factsOf(event, "d1")), ...facts]
      expect(historyOf(facts, client.now)).toEqual(history())
    }),
  )
})

test("[DEVICE-16] a page tells what is on its way, and why the same cannot be asked again; of a foreign device it knows nothing", () => {
  const { client, read } = owner()
  read(START, START)
  expect(devicePage(client.state, "d1", client.now)).toMatchObject({ underway: [], wake: null, reboot: null })
  client.do({ type: "RebootDevice", did: "d1" })
  const page = devicePage(client.state, "d1", client.now)
  expect(page).toMatchObject({ wake: null, reboot: "onItsWay", sharedWith: [] })
  expect(page?.underway).toHaveLength(1)
  expect(devicePage(client.state, "d2", client.now)).toBeNull()
  client.signIn("u2")
  expect(devicePage(client.state, "d1", client.now)).toBeNull()
})

test("[DEVICE-16][EVENT-1] any device has a path of its own, which is recorded as the list it is beside", () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, unit: "grapheme" }), (did) => {
      const path = pathOfDevice(did)
      expect(deviceOfPath(path)).toBe(did)
      expect(routeOf(path)).toBe("/devices")
    }),
  )
  expect([deviceOfPath("/devices"), deviceOfPath("/devices/a/b"), routeOf("/devices/a/b")]).toEqual([
    null,
    null,
    "unknown",
  ])
})

test("[DEVICE-15][DEVICE-16] what the server knew of a device before it came onto the list fills its strip and its days", () => {
  const client = new Recorder()
  const account = client.signIn()
  const spans = [
    [START - 5 * 24 * HOUR, START - 4 * 24 * HOUR],
    [START - 10 * HOUR, START - 4 * HOUR],
    [START - 2 * HOUR, START],
  ] as const
  const item = { ...device(START), heard: spans }
  client.do({ type: "RecordDevices", account, begunAt: START, devices: [item] })
  // A second, equal report records nothing.
  client.do({ type: "RecordDevices", account, begunAt: START, devices: [item] })
  expect(client.log.filter(({ type }) => type === "DevicesRead")).toHaveLength(1)
  const card = deviceCard(client.state, "d1", START)
  const at = (hoursAgo: number) => card?.presence.at(-1 - hoursAgo * 2)
  expect([at(0), at(1), at(3), at(6), at(20)]).toEqual(["seen", "seen", "unseen", "seen", "unseen"])
  expect(card?.watchedSince).toBeNull()
  const history = historyOf(
    client.log.flatMap((event) => factsOf(event, "d1")),
    START,
  )
  const tick = (hoursAgo: number) => Math.floor((START - hoursAgo * HOUR) / (30 * MINUTE))
  expect(history.seen.has(tick(4.5 * 24))).toBe(true)
  expect(history.seen.has(tick(3 * 24))).toBe(false)
  expect(history.looked.has(tick(3 * 24))).toBe(true)
  expect(kinds(history)).toEqual(["added", "back", "away", "back", "away"])
})

test("[DEVICE-15] a strip says since when the device is watched, until two hours have passed", () => {
  const { client, read } = owner()
  read(START, START)
  expect(deviceCard(client.state, "d1", START + HOUR)?.watchedSince).toBe(START)
  expect(deviceCard(client.state, "d1", START + 2 * HOUR)?.watchedSince).toBeNull()
})

test("[REBOOT-1][DEVICE-20] a reboot that can be undone leaves after 4 s, is cancelled until then, and waits no longer offline", () => {
  const { client, read } = owner()
  read(START, START)
  client.do({ type: "ReportConnection", status: "online" })
  client.do({ type: "TakeLeadership" })
  const ask = () => {
    client.do({ type: "RebootDevice", did: "d1", undo: true })
    return [...client.state.outbox.actions.values()].at(-1)?.id ?? ""
  }
  const claim = (action: string) => client.do({ type: "ClaimAction", action, epoch: client.state.outbox.epoch })
  const stateOf = (action: string) => client.state.outbox.actions.get(action)?.status.state
  const first = ask()
  expect(deviceCard(client.state, "d1", client.now)?.notice).toMatchObject({ undoUntil: client.now + 4_000 })
  expect(outboxItem(client.state, first)?.choices).toEqual(["cancel"])
  client.now += 3_999
  claim(first)
  expect(stateOf(first)).toBe("waiting")
  client.do({ type: "CancelAction", action: first })
  expect(stateOf(first)).toBe("cancelled")

  const second = ask()
  client.now += 4_000
  claim(second)
  expect(stateOf(second)).toBe("sending")

  client.do({ type: "ReportConnection", status: "offline" })
  expect(stateOf(ask())).toBe("queued")
})
