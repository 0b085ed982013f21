import fc from "fast-check"
import { expect, test } from "vitest"
import { fieldsOf } from "../../src/domain/client/lan/lanDevices.ts"
import { firmwareFailures } from "../../src/domain/features/firmware/events.ts"
import { factsOf } from "../../src/domain/views/deviceFacts.ts"
import { historyOf } from "../../src/domain/views/deviceHistory.ts"
import { isBuildOpen } from "../../src/domain/views/firmware.ts"
import type { HistoryEntry } from "../../src/domain/views/historyEntries.ts"
import { CONNECTED, device as neighbour } from "./playedBridge.ts"
import { accountOf, queuedBy, Recorder, START } from "./recorder.ts"

/** The person's operations on a device, and their effects in later readings. */

const OLD = 241_129_184_309
const NEW = 241_204_091_500
const HASH = "0123456789abcdef0123456789abcdef"
const [OWN, OTHER] = [accountOf("u1"), accountOf("u2")]

const reading = (more: { readonly name?: string; readonly build?: number } = {}) => ({
  id: "d1",
  name: "Dome",
  model: 1,
  lastSeen: START,
  flags: 0,
  build: OLD,
  shared: false,
  owner: "",
  ...more,
})

/** An owner. The device and another one answer on this network, both with the old build. */
const owner = () => {
  const client = new Recorder()
  const read = (more: Parameters<typeof reading>[0] = {}, account = OWN) => {
    client.now += 1_000
    client.do({ type: "RecordDevices", account, begunAt: client.now, devices: [reading(more)] })
  }
  client.signIn()
  read()
  client.do({ type: "ReportBridge", link: CONNECTED })
  const devices = ["n1", "n2"].map((id) => fieldsOf(neighbour(id, { did: id === "n1" ? "d1" : "d2", build: OLD })))
  client.do({ type: "RecordLanDevices", devices, gone: [] })
  client.do({ type: "LearnLatestFirmware", build: NEW, hash: HASH })
  const start = (device = "n1") => {
    client.do({ type: "StartFirmwareUpdate", device })
    return client.state.firmware.updates.get(device)?.id ?? ""
  }
  const native = (state: -1 | 0 | 1 | 2 | 3, error?: string, device = "n1") => {
    client.now += 1_000
    client.do({ type: "RecordNativeProgress", device, state, percent: 0, ...(error !== undefined && { error }) })
  }
  /** The lines of the history, newest first, without the line of the device's first appearance on the list. */
  const lines = (): readonly HistoryEntry[] =>
    historyOf(
      client.log.flatMap((event) => factsOf(event, "d1")),
      client.now,
    ).entries.filter(({ kind }) => kind !== "added")
  const signOut = () => {
    const sessionId = client.state.session.current?.id ?? ""
    client.do({ type: "EndSession", sessionId, reason: "person" })
  }
  return { client, read, start, native, lines, signOut }
}

test("[DEVICE-14] an update from here is one line that says who, how it ended and what the device then said, and not changed elsewhere", () => {
  const { client, read, start, native, lines } = owner()
  start()
  const begun = { kind: "update", at: client.now, account: OWN, build: NEW }
  expect(lines()).toMatchObject([{ ...begun, end: null, reported: null }])
  native(3)
  const end = { at: client.now, failure: null }
  expect(lines()).toMatchObject([{ ...begun, end, reported: null }])
  client.do({ type: "RecordRunningBuild", device: "n1", build: OLD })
  expect(lines()).toMatchObject([{ ...begun, end, reported: OLD }])
  client.do({ type: "RecordRunningBuild", device: "n1", build: NEW })
  read({ build: NEW })
  expect(lines()).toMatchObject([{ ...begun, end, reported: NEW }])
  // Later changes are not effects of this update, even to the same build.
  read({ build: OLD })
  read({ build: NEW })
  expect(lines()).toMatchObject([
    { kind: "updated", build: NEW, isOwn: false },
    { kind: "updated", build: OLD, isOwn: false },
    { ...begun, reported: NEW },
  ])
})

test("[DEVICE-14] the cloud may be the first to tell the new build, also before the update is known to have ended", () => {
  for (const isEarly of [true, false]) {
    const { read, start, native, lines } = owner()
    start()
    if (isEarly) native(2)
    else native(3)
    read({ build: NEW })
    expect(lines()).toMatchObject([{ kind: "update", reported: NEW }])
    native(3)
    expect(lines()).toMatchObject([{ kind: "update", end: { failure: null }, reported: NEW }])
  }
})

test("[DEVICE-14][FW-3] a failed update says why, and only one that may have been installed explains a build that is read later", () => {
  const stages = fc.constantFrom(0 as const, 1 as const, 2 as const)
  fc.assert(
    fc.property(stages, fc.constantFrom(...firmwareFailures), (stage, reason) => {
      const { client, read, start, native, lines } = owner()
      const update = start()
      native(stage)
      client.do({ type: "FailFirmwareUpdate", update, reason })
      const failed = { kind: "update", end: { at: client.now, failure: reason } }
      expect(lines()).toMatchObject([failed])
      const { brokeAt = null, failure = null } = client.state.firmware.updates.get("n1") ?? {}
      const isOwn = isBuildOpen({ brokeAt, failure })
      read({ build: NEW })
      expect(lines()).toMatchObject([{ kind: "updated", build: NEW, isOwn }, failed])
    }),
  )
})

test("[DEVICE-14] updates of other devices, and one that waits for its passcode, are no lines of a device", () => {
  const { client, start, native, lines } = owner()
  start("n2")
  native(3, undefined, "n2")
  expect(lines()).toEqual([])
  client.do({ type: "RecordLanDevices", devices: [], gone: ["n2"] })
  const third = fieldsOf(neighbour("n3", { did: "d3", build: OLD }))
  client.do({ type: "RecordLanDevices", devices: [third], gone: [] })
  client.do({ type: "StartCampaign", devices: ["n1", "n3"], limit: 2, atOnce: 1 })
  client.do({ type: "AdvanceCampaign" })
  expect(lines()).toMatchObject([{ kind: "update", end: null }])
  client.do({ type: "PostponeInCampaign", update: client.state.firmware.updates.get("n1")?.id ?? "" })
  expect(lines()).toEqual([])
})

test("[DEVICE-14][FW-8] a campaign goes on in the name of who began it, and a second try is that of who asks for it", () => {
  const { client, native, lines, signOut } = owner()
  client.do({ type: "StartCampaign", devices: ["n2", "n1"], limit: 3, atOnce: 1 })
  client.do({ type: "AdvanceCampaign" })
  native(3, undefined, "n2")
  signOut()
  client.signIn("u2")
  client.do({ type: "AdvanceCampaign" })
  native(-1, "vanished")
  client.do({ type: "StartFirmwareUpdate", device: "n1" })
  expect(lines().filter(({ kind }) => kind === "update")).toMatchObject([
    { account: OTHER, end: null },
    { account: OWN, end: { failure: "vanished" } },
  ])
})

test("[DEVICE-14][WAKE-4] a wake over this network is a line with the stage that it came to, and who asked for it", () => {
  const { client, lines, signOut } = owner()
  const tell = (stage: "asked" | "sent" | "awake" | "notConfirmed" | "failed", wake: string, did = "d1") => {
    client.now += 1_000
    client.do({ type: "TellLanWake", wake, id: "n1", did, stage, mac: null })
  }
  tell("asked", "w1")
  const at = client.now
  tell("sent", "w1")
  const sentAt = client.now
  tell("asked", "other", "d2")
  tell("awake", "w1")
  expect(lines()).toMatchObject([{ kind: "woken", at, account: OWN, stage: "awake", sentAt, stageAt: client.now }])
  signOut()
  tell("asked", "w2")
  tell("failed", "w2")
  expect(lines()).toMatchObject([{ kind: "woken", account: null, stage: "failed" }, { stage: "awake" }])
})

test("[DEVICE-14][RENAME-2] a name that was sent from here and comes back in a reading was not changed elsewhere", () => {
  const { client, read, lines } = owner()
  const account = client.state.session.current?.account
  client.do({ type: "TakeLeadership" })
  const action = queuedBy(client, { type: "RenameDevice", did: "d1", name: "Observatory" })
  client.do({ type: "ClaimAction", action, epoch: client.state.outbox.epoch })
  client.do({ type: "RecordOutcome", action, attempt: 1, outcome: { kind: "noReply" }, jitter: 0 })
  expect(lines()).toMatchObject([{ kind: "asked", account, outcome: { state: "waiting" } }])
  read({ name: "Observatory" })
  expect(lines()).toMatchObject([{ kind: "asked", outcome: { state: "waiting" } }])
  client.now += 10 * 60_000
  client.do({ type: "ClaimAction", action, epoch: client.state.outbox.epoch })
  client.do({ type: "RecordOutcome", action, attempt: 2, outcome: { kind: "done" }, jitter: 0 })
  expect(lines()).toMatchObject([{ kind: "asked", outcome: { state: "confirmed" } }])
  read({ name: "Elsewhere" })
  read({ name: "Observatory" })
  expect(lines().slice(0, 2)).toMatchObject([
    { kind: "renamed", name: "Observatory", isOwn: false },
    { kind: "renamed", name: "Elsewhere", isOwn: false },
  ])
})

test("[DEVICE-14] a device is added once to the list of each account, however often they take turns", () => {
  const { client, read } = owner()
  for (const uid of ["u2", "u1", "u2"]) {
    client.signIn(uid)
    read({}, accountOf(uid))
  }
  const { entries } = historyOf(
    client.log.flatMap((event) => factsOf(event, "d1")),
    client.now,
  )
  const added = entries.flatMap((entry) => (entry.kind === "added" ? [entry.account] : []))
  expect(added).toEqual([OTHER, OWN])
})
