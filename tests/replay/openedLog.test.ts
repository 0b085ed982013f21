import fc from "fast-check"
import { expect, test } from "vitest"
import type { LogSource } from "../../src/app/client/logSource.ts"
import { FoldedStates } from "../../src/app/log/foldedStates.ts"
import { LogIndex } from "../../src/app/log/logIndex.ts"
import { OpenedLog } from "../../src/app/log/openedLog.ts"
import { countsOf, RULER_TICKS, rulerOf } from "../../src/app/log/ruler.ts"
import type { StoredEvent } from "../../src/domain/event/event.ts"
import { storedState } from "../../src/domain/product/stored.ts"
import { canonicalJson } from "../../src/domain/values/canonicalJson.ts"
import { actionOf, type LoggedAction, type LogQuery, lifeOf } from "../../src/domain/views/logEvents.ts"
import { Recorder } from "../domain/recorder.ts"

const sourceOf = (log: readonly StoredEvent[]) => {
  const reads: number[] = []
  const source: LogSource = {
    bounds: async () => ({ first: 1, last: log.length }),
    base: async () => null,
    read: async (from, to) => {
      reads.push(to - from + 1)
      return log.slice(from - 1, to)
    },
  }
  return { source, reads }
}

/** A session with a rename, readings and a settled reboot, and the state after each event. */
const recorded = (rounds: number) => {
  const log = new Recorder()
  const account = log.signIn()
  const states = [log.state]
  for (let round = 0; round < rounds; round += 1) {
    log.now += 1_000
    const device = {
      id: "d0",
      name: `Desk ${round}`,
      model: 1,
      lastSeen: log.now,
      flags: 0,
      build: 0,
      shared: false,
      owner: "",
    }
    log.do({ type: "RecordDevices", account, begunAt: log.now, devices: [device] })
    log.do({ type: "RenameDevice", did: "d0", name: `Renamed ${round}` })
    log.do({ type: "OpenDialog", dialog: "reboot", about: "d0", among: [] })
    states.push(log.state)
  }
  return { events: log.log, states, last: log.state }
}

const all: LogQuery = {
  isMain: false,
  types: [],
  origins: [],
  devices: [],
  accounts: [],
  since: null,
  until: null,
  text: "",
}

const titleOf = (action: LoggedAction | null | undefined): string | undefined =>
  action?.intent.call === "rename_device" ? action.intent.input.title : undefined

/** The sentence of the list for an event. For an action it contains the requested value. */
const said = ({ type }: StoredEvent, action: LoggedAction | null): string => `${type} ${titleOf(action) ?? ""}`

const find = async (opened: OpenedLog, query: Partial<LogQuery>, after?: number): Promise<readonly number[]> => {
  let found: readonly number[] = []
  await opened.find(
    { ...all, ...query },
    said,
    (seqs) => {
      found = seqs
    },
    () => false,
    after,
  )
  return found
}

test("[EVENT-6] a log is searched by type, device, account, time and text, newest first, chunk by chunk", async () => {
  const { events } = recorded(400)
  const { source, reads } = sourceOf(events)
  const opened = new OpenedLog(source)
  await opened.open()
  expect(opened.index.last).toBe(events.length)
  const expected = (wanted: (event: StoredEvent) => boolean) =>
    events
      .filter(wanted)
      .map(({ seq }) => seq)
      .reverse()
  expect(await find(opened, { types: ["ActionQueued"] })).toEqual(expected(({ type }) => type === "ActionQueued"))
  expect(await find(opened, { isMain: true })).toEqual(expected(({ type }) => type !== "DialogOpened"))
  const ofAction = new Set(["ActionQueued", "ActionContested", "ActionSuperseded", "DevicesRead", "DialogOpened"])
  expect(await find(opened, { devices: ["d0"] })).toEqual(expected(({ type }) => ofAction.has(type)))
  expect(await find(opened, { devices: ["another"] })).toEqual([])
  const since = events[Math.floor(events.length / 2)]?.at ?? 0
  expect(await find(opened, { since })).toEqual(expected(({ at }) => at >= since))
  expect(await find(opened, { until: since })).toEqual(expected(({ at }) => at < since))
  expect(await find(opened, { until: 1 })).toEqual([])
  expect(await find(opened, { text: "renamed 399" })).toHaveLength(1)
  const [account] = opened.index.accounts
  expect(await find(opened, { accounts: [account ?? ""] })).toEqual(expected((event) => event.account === account))
  // The search does not repeat earlier finds.
  const found = await find(opened, { devices: ["d0"] })
  const half = Math.floor(events.length / 2)
  expect(await find(opened, { devices: ["d0"] }, half)).toEqual(found.filter((seq) => seq > half))
  expect(Math.max(...reads)).toBeLessThanOrEqual(500)
})

test("[EVENT-6] what is shown of a log stays there while events come in, and they come to it", async () => {
  const { events } = recorded(30)
  const log = events.slice(0, 40)
  const opened = new OpenedLog(sourceOf(log).source)
  await opened.open()
  await expect.poll(() => opened.event(40)).toEqual(events[39])
  for (const event of events.slice(40, 80)) {
    log.push(event)
    opened.grow([event])
    expect([opened.event(1), opened.event(event.seq)]).toEqual([events[0], event])
  }
})

/** Renames of 13 devices, queued one after the other. Each is confirmed some time after its queueing. */
const manyRenames = (count: number, later: number): readonly StoredEvent[] => {
  const queued = recorded(1).events.find(({ type }) => type === "ActionQueued")
  if (queued === undefined) throw new Error("a rename is queued")
  const asked = (round: number) => {
    const input = { did: `d${round % 13}`, title: `Renamed ${round}` }
    return { ...Object(queued.payload), action: `a${round}`, intent: { call: "rename_device", input } }
  }
  return Array.from({ length: count + later }, (_, round) => [
    ...(round < count ? [{ ...queued, payload: asked(round) }] : []),
    ...(round < later
      ? []
      : [{ ...queued, type: "ActionConfirmed", payload: { action: `a${round - later}`, by: "reply" } }]),
  ])
    .flat()
    .map((event, place) => ({ ...event, seq: place + 1, id: `e${place}` }))
}

test("[EVENT-6] the actions of a long log are found with all that followed them, however many there are", async () => {
  const events = manyRenames(21_000, 700)
  const { source, reads } = sourceOf(events)
  const opened = new OpenedLog(source)
  await opened.open()
  const ofAction = (action: string) => events.filter((event) => actionOf(event) === action).map(({ seq }) => seq)
  const [asked, confirmed] = ofAction("a42")
  const begun = reads.length
  expect(await find(opened, { text: "renamed 42" })).toEqual(expect.arrayContaining([confirmed, asked]))
  // One pass over the log, and a few readings of forgotten distant parts.
  expect(reads.length - begun).toBeLessThan(1.1 * Math.ceil(events.length / 500))
  const ofDevice = events.filter((event) => Number(actionOf(event)?.slice(1)) % 13 === 5)
  expect(await find(opened, { devices: ["d5"] })).toEqual(ofDevice.map(({ seq }) => seq).reverse())
  expect(Math.max(...reads)).toBeLessThanOrEqual(500)
  // The details of an event load when a person looks at it.
  const looked = async () => {
    const event = opened.event(confirmed ?? 0)
    return event && titleOf(opened.actionOf(event))
  }
  await expect.poll(looked).toBe("Renamed 42")
})

test("[EVENT-6] an event shown before the log was read through is updated once its action is known", async () => {
  const events = manyRenames(900, 300)
  const { source } = sourceOf(events)
  let goOn: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    goOn = resolve
  })
  const opened = new OpenedLog({
    ...source,
    read: async (from, to) => {
      if (from === 501) await held
      return source.read(from, to)
    },
  })
  const reading = opened.open()
  const title = async () => {
    const event = opened.event(1_750)
    return event && (titleOf(opened.actionOf(event)) ?? event.type)
  }
  await expect.poll(title).toBe("ActionConfirmed")
  goOn()
  await reading
  expect(await title()).toBe("Renamed 849")
})

test("[EVENT-6] a text finds what a person can read of an event and no word that only its payload holds", async () => {
  const { events } = recorded(3)
  const opened = new OpenedLog(sourceOf(events).source)
  await opened.open()
  const types = async (text: string) => {
    const found = await find(opened, { text })
    return new Set(found.map((seq) => events[seq - 1]?.type))
  }
  expect(await types("reboot")).toEqual(new Set())
  expect(await types("dialogopened")).toEqual(new Set(["DialogOpened"]))
  const ofDevice = new Set(["ActionQueued", "ActionContested", "ActionSuperseded", "DevicesRead", "DialogOpened"])
  expect(await types("D0")).toEqual(ofDevice)
  const [name] = opened.index.names.values()
  expect(await types((name ?? "").toUpperCase())).toEqual(ofDevice)
})

test("[EVENT-6] every moment of a log is folded to the state it was, in whatever order they are asked for", async () => {
  const { events, last } = recorded(700)
  const states = new FoldedStates(sourceOf(events).source)
  const asked = fc.sample(fc.integer({ min: 1, max: events.length }), { numRuns: 12, seed: 7 })
  const shown = (state: Parameters<typeof storedState>[0] | null) => canonicalJson(state && storedState(state))
  for (const seq of [...asked, events.length]) {
    const alone = new FoldedStates(sourceOf(events.slice(0, seq)).source)
    const [here, there] = await Promise.all([states.stateAt(seq, () => false), alone.stateAt(seq, () => false)])
    expect(shown(here)).toBe(shown(there))
  }
  expect(shown(await states.stateAt(events.length, () => false))).toBe(shown(last))
  expect(await states.stateAt(3, () => true)).toBeNull()
})

const indexOf = (times: readonly number[]): LogIndex => {
  const index = new LogIndex(1)
  const rest = { id: "", type: "RouteOpened", v: 1, account: null, tab: "", cause: null, payload: {} }
  index.add(times.map((at, place) => ({ ...rest, seq: place + 1, at })))
  return index
}

test("[EVENT-6] the index keeps ten bytes an event and finds moments on a clock that is set back", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 1_000 }), { minLength: 1, maxLength: 50 }), (times) => {
      const index = indexOf(times)
      for (let seq = 1; seq <= times.length; seq += 1) {
        expect(index.timeOf(seq)).toBe(Math.max(...times.slice(0, seq)))
        expect(index.timeOf(index.seqAt(index.timeOf(seq)))).toBe(index.timeOf(seq))
      }
    }),
  )
})

test("[EVENT-6] the time line tells of each part of the time what a look at every event tells", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 5_000 }), { minLength: 1, maxLength: 60 }), (times) => {
      const index = indexOf(times)
      const from = index.timeOf(1)
      const span = Math.max(1, index.timeOf(index.last) - from)
      const seen = Array.from({ length: RULER_TICKS }, () => 0)
      for (let seq = 1; seq <= index.last; seq += 1) {
        const tick = Math.min(RULER_TICKS - 1, Math.floor(((index.timeOf(seq) - from) * RULER_TICKS) / span))
        seen[tick] = (seen[tick] ?? 0) + 1
      }
      expect(countsOf(index, index.last, from, span)).toEqual(seen)
      expect(rulerOf(index, index.last, 1).problems).toBe("")
    }),
  )
})

test("[EVENT-6] events that tell no more than an id on the network are found by the device that it is", async () => {
  const log = new Recorder()
  const fields = {
    model: 1,
    cloudType: 1,
    timestamp: 0,
    isUsb: false,
    isHid: true,
    flags: 0,
    addr: "10.0.0.7",
    build: 0,
  }
  const items = [
    { ...fields, id: "n1", did: "d0", name: "Desk" },
    { ...fields, id: "n2", did: "d1", name: "Bench" },
  ]
  log.do({ type: "RecordLanDevices", devices: items, gone: [] })
  log.do({ type: "OpenDevice", id: "n1", did: "d0", name: "Desk", isUsb: false, cloudType: 1 })
  log.do({ type: "ReportReached", id: "n1" })
  const opened = new OpenedLog(sourceOf(log.log).source)
  await opened.open()
  const types = async (device: string) =>
    (await find(opened, { devices: [device] })).map((seq) => opened.index.typeOf(seq)).reverse()
  expect(await types("d0")).toEqual(["LanDevicesTold", "DeviceOpened", "DeviceReached"])
  expect(await types("n1")).toEqual(["LanDevicesTold", "DeviceOpened", "DeviceReached"])
  expect(await types("d1")).toEqual(["LanDevicesTold"])
})

test("[EVENT-6] what led to the end of an update is shown stage by stage, and of a wake, too", async () => {
  const rest = { v: 1, at: 1, account: null, tab: "", cause: null }
  const moved = (stage: string, percent: number) => ["FirmwareUpdateMoved", { update: "u1", id: "n1", stage, percent }]
  const woken = (stage: string) => ["LanWakeTold", { wake: "w1", id: "n2", did: "d2", mac: null, stage }]
  const events = [
    [
      "FirmwareUpdateStarted",
      { update: "u1", id: "n1", did: "d1", from: 1, build: 2, hash: "0".repeat(32), campaign: null },
    ],
    moved("downloading", 0),
    woken("asked"),
    moved("downloading", 50),
    moved("uploading", 0),
    woken("sent"),
    moved("uploading", 70),
    ["FirmwareUpdateFailed", { update: "u1", id: "n1", reason: "vanished" }],
    woken("notConfirmed"),
  ].map(([type, payload], place) => ({ ...rest, seq: place + 1, id: `e${place}`, type: String(type), payload }))
  const index = new LogIndex(1)
  index.add(events)
  const lives = events.map(lifeOf)
  expect(lives).toEqual(["u1", "u1", "w1", "u1", "u1", "w1", "u1", "u1", "w1"])
  expect(index.chainOf("u1")).toEqual([1, 2, 5, 8])
  expect(index.chainOf("w1")).toEqual([3, 6, 9])
})
