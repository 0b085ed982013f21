import { gunzipSync, gzipSync } from "node:zlib"
import fc from "fast-check"
import { expect, test } from "vitest"
import { survivors } from "../../src/domain/client/accounts/keptAfterReset.ts"
import type { StoredEvent } from "../../src/domain/event/event.ts"
import type { LogFault } from "../../src/domain/log/faults.ts"
import { foldModel } from "../../src/domain/product/folding.ts"
import { packedState, salvagedState, storedState } from "../../src/domain/product/stored.ts"
import { canonicalJson } from "../../src/domain/values/canonicalJson.ts"
import { type ExportOrder, LogExport } from "../../src/workers/logExport.ts"
import { type FileLog, LogImport, type ReadFile } from "../../src/workers/logImport.ts"
import { Recorder } from "../domain/recorder.ts"
import { newHash } from "./exports.ts"

/** Files that leave the app and files that it opens (EVENT-5, REPLAY-2, REPLAY-4, SEC-3). */

const CANARY = "Canary"

const recorded = (rounds = 6, canary = CANARY) => {
  const log = new Recorder()
  const account = log.signIn()
  log.do({ type: "ObservePreference", key: "theme", value: "light" })
  for (let round = 0; round < rounds; round += 1) {
    log.now += 60_000
    const item = {
      id: "d0",
      name: `${canary} desk ${round}`,
      model: 1,
      lastSeen: log.now,
      flags: 0,
      build: 0,
      shared: true,
      owner: `${canary} owner`,
    }
    log.do({ type: "RecordDevices", account, begunAt: log.now, devices: [item] })
    log.do({ type: "RenameDevice", did: "d0", name: `${canary} ${round}` })
    log.do({ type: "OpenRoute", path: round % 2 === 0 ? "/devices" : "/settings" })
    log.do({
      type: "ShowToast",
      kind: "custom",
      message: "common.toast.unconfirmed",
      params: { what: `${canary} toast` },
    })
    log.do({ type: "SendInvitation", name: `${canary} guest`, email: `${canary.toLowerCase()}${round}@example.com` })
  }
  return log.log
}

const ORDER: ExportOrder = { base: null, from: 1, app: "0", exportedAt: 0, personal: false, gzip: false }

const madeOf = async (events: readonly StoredEvent[], order: Partial<ExportOrder> = {}): Promise<Blob> => {
  const making = new LogExport({ ...ORDER, ...order }, newHash)
  for (let at = 0; at < events.length; at += 7) await making.add(events.slice(at, at + 7))
  return making.end()
}
const read = (file: Blob | string): Promise<ReadFile> =>
  new LogImport().read(typeof file === "string" ? new Blob([file]) : file, newHash, () => undefined)

const opened = async (file: Blob): Promise<FileLog> => {
  const found = await read(file)
  if (!found.ok) throw new Error(`line ${found.line}: ${found.problem}`)
  return found.log
}
const eventsOf = async ({ segments }: FileLog): Promise<readonly StoredEvent[]> =>
  (await Promise.all(segments.map(({ events }) => events.text()))).flatMap((text) => JSON.parse(text))

const folded = (log: FileLog, events: readonly StoredEvent[]): string => {
  const folding = foldModel()
  if (log.base !== null) folding.begin(log.base.state)
  for (const event of events) folding.add(event)
  return canonicalJson(storedState(folding.state()))
}

test("[REPLAY-2][SEC-3] a few huge events are put aside as they come, so that memory holds one segment of them", async () => {
  const MEBIBYTE = 1024 * 1024
  const log = new Recorder()
  for (let round = 0; round < 8; round += 1)
    log.do({
      type: "ShowToast",
      kind: "custom",
      message: "common.toast.unconfirmed",
      params: { what: `${round}`.repeat(MEBIBYTE) },
    })
  const found = await opened(await madeOf(log.log, { personal: true }))
  expect(Math.max(...found.segments.map(({ events }) => events.size))).toBeLessThan(4 * MEBIBYTE)
  expect(await eventsOf(found)).toEqual(log.log)
  expect(found.segments.map(({ from, to }) => [from, to])).toEqual([
    [1, 2],
    [3, 4],
    [5, 6],
    [7, 8],
  ])
})

test("[EVENT-5][REPLAY-2] a file of the last events folds to the same state as one of all, packed or not, with names or without", async () => {
  const events = recorded()
  for (const personal of [true, false]) {
    const whole = await opened(await madeOf(events, { personal }))
    const all = await eventsOf(whole)
    for (const from of [1, 2, 9, events.length]) {
      const part = await opened(await madeOf(events, { personal, from, gzip: from % 2 === 1 }))
      expect(part).toMatchObject({ first: from, last: events.length, pseudonyms: !personal })
      expect(folded(part, await eventsOf(part))).toBe(folded(whole, all))
    }
    if (personal) expect(all).toEqual(JSON.parse(JSON.stringify(events)))
  }
})

test("[EVENT-5][AUTH-11] whatever names are typed, a file with pseudonyms holds none of them, in its base neither", async () => {
  const word = fc.string({ unit: fc.constantFrom(..."QXZWqxzw"), minLength: 6, maxLength: 9 })
  await fc.assert(
    fc.asyncProperty(word, fc.nat(20), async (canary, from) => {
      const events = recorded(4, canary)
      const text = await (await madeOf(events, { from: from + 1 })).text()
      expect(text.toLowerCase()).not.toContain(canary.toLowerCase())
      expect(text).not.toContain("sight.example")
      expect((await madeOf(events, { personal: true })).size).toBeGreaterThan(0)
    }),
    { numRuns: 25 },
  )
})

test("[EVENT-4][EVENT-5] a log whose beginning was pruned keeps session, lists and settings in a file with pseudonyms, and no name", async () => {
  const events = recorded(4)
  const cut = 9
  const state = events.slice(0, cut).reduce((folding, event) => {
    folding.add(event)
    return folding
  }, foldModel())
  const base = { seq: cut, state: { ...packedState(state.state()), kept: survivors(state.state()) } }
  const part = await opened(await madeOf(events.slice(cut), { base, from: cut + 1 }))
  expect(part.first).toBe(cut + 1)
  const found = salvagedState(part.base?.state)
  expect(found?.session.current?.email).toMatch(/@example\.invalid$/)
  const device = found?.devices.bound.get("d0")
  expect(device).toMatchObject({ model: 1, shared: true, lastSeen: state.state().devices.bound.get("d0")?.lastSeen })
  expect(device?.name).not.toBe("")
  expect(found?.settings.get("theme")).toBe("light")
  expect(JSON.stringify(part.base)).not.toContain(CANARY)
})

test("[REPLAY-4] any altered byte is found, with the line, and what was sound before it can be opened", async () => {
  const events = recorded(12)
  const text = await (await madeOf(events)).text()
  await fc.assert(
    fc.asyncProperty(fc.nat(text.length - 2), async (place) => {
      const altered = `${text.slice(0, place)}${text[place] === "7" ? "8" : "7"}${text.slice(place + 1)}`
      const found = await read(altered)
      expect(found.ok).toBe(false)
      if (found.ok) return
      expect(found.line).toBe(text.slice(0, place).split("\n").length)
      expect(found.near.map(({ line }) => line)).toContain(found.line)
      expect(found.sound === null || found.sound.last <= events.length).toBe(true)
    }),
    { numRuns: 60 },
  )
})

test("[REPLAY-1][REPLAY-4] one altered bit anywhere in a packed file is found, or alters no byte of what is packed", async () => {
  const packed = new Uint8Array(await (await madeOf(recorded(3), { gzip: true })).arrayBuffer())
  const text = await (await madeOf(recorded(3))).text()
  expect(gunzipSync(packed).toString()).toBe(text)
  const alteredAt = (place: number, bit: number) => {
    const altered = packed.slice()
    altered[place] = (altered[place] ?? 0) ^ (1 << bit)
    return altered
  }
  const isFound = async (place: number, bit: number) => !(await read(new Blob([alteredAt(place, bit)]))).ok
  const OUR_HEAD = 12
  for (let place = 0; place < OUR_HEAD; place += 1)
    for (let bit = 0; bit < 8; bit += 1) expect(await isFound(place, bit), `bit ${bit} of byte ${place}`).toBe(true)
  /*
   * The same text can be packed in several ways: a copy may come from either of two equal places, and the filling bits
   * of the last byte have no meaning. Only such a change may stay undetected.
   */
  const eventsIn = async (bytes: Uint8Array<ArrayBuffer>) => eventsOf(await opened(new Blob([bytes])))
  const events = await eventsIn(packed)
  await fc.assert(
    fc.asyncProperty(fc.nat(packed.length - 1), fc.nat(7), async (place, bit) => {
      if (await isFound(place, bit)) return
      const altered = alteredAt(place, bit)
      expect(gunzipSync(altered).toString()).toBe(text)
      expect(await eventsIn(altered)).toEqual(events)
    }),
    {
      numRuns: 60,
      // Another place to copy from in Node 24's output, and the filling bits of the last byte.
      examples: [
        [729, 6],
        [802, 3],
        [packed.length - 9, 7],
      ],
    },
  )
})

type Hostile = readonly [what: string, change: (text: string) => Blob | string, line: number, fault: LogFault]
const hostile: readonly Hostile[] = [
  ["an empty file", () => "", 1, "foreign"],
  ["two marks before the text", (text) => `\ufeff\ufeff${text}`, 1, "byteOrderMark"],
  ["other line ends", (text) => text.replaceAll("\n", "\r\n"), 1, "lineEnds"],
  ["another format", () => "<html></html>\n", 1, "foreign"],
  ["another format on one line without an end", () => "<html></html>", 1, "foreign"],
  ["a picture", () => new Blob([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 10, 0xff, 10])]), 1, "foreign"],
  ["broken gzip", () => new Blob([new Uint8Array([0x1f, 0x8b, 8, 0, 1, 2, 3])]), 1, "notUnpacked"],
  ["deep nesting", (text) => text.replace("\n", `\n${"[".repeat(5_000)}${"]".repeat(5_000)}\n`), 2, "unreadable"],
  ["a newer release", (text) => text.replace('"type":"RouteOpened","v":1', '"type":"RouteFlown","v":1'), 0, "newer"],
  ["a lost event", (text) => text.split("\n").toSpliced(3, 1).join("\n"), 4, "order"],
  [
    "events that changed places",
    (text) => {
      const [head = "", one = "", two = "", ...rest] = text.split("\n")
      return [head, two, one, ...rest].join("\n")
    },
    2,
    "order",
  ],
  [
    "an event twice",
    (text) =>
      text
        .split("\n")
        .toSpliced(3, 0, text.split("\n")[3] ?? "")
        .join("\n"),
    5,
    "order",
  ],
  ["half a last line", (text) => text.slice(0, -60), 0, "cutOff"],
  ["a last line without its last blank", (text) => text.slice(0, -2), 0, "cutOff"],
  ["a last line without its sum", (text) => text.trimEnd(), 0, "cutOff"],
  ["no last checkpoint", (text) => `${text.trimEnd().split("\n").slice(0, -1).join("\n")}\n`, 0, "cutOff"],
  [
    "a base that is no state",
    () =>
      '{"format":"sightline.log","version":1,"stateVersion":1,"exportedAt":0,"app":"","pseudonyms":true,"base":{"seq":1,"state":{"json":"1","sum":"x"}}}\n',
    1,
    "unreadable",
  ],
]

test.each(hostile)("[REPLAY-4][SEC-3] %s gives an error that names the line", async (_what, change, line, fault) => {
  const text = await (await madeOf(recorded(2))).text()
  const found = await read(change(text))
  expect(found).toMatchObject({ ok: false, fault, ...(line > 0 && { line }) })
  if (!found.ok) expect(found.problem).not.toBe("")
})

test("[REPLAY-2] a last line that has no end is a whole line", async () => {
  const text = await (await madeOf(recorded(2))).text()
  const [whole, open] = await Promise.all([opened(new Blob([text])), opened(new Blob([text.slice(0, -1)]))])
  expect(await eventsOf(open)).toEqual(await eventsOf(whole))
})

const joined = (...parts: readonly Uint8Array<ArrayBuffer>[]) => new Blob([...parts])
const packedText = (text: string) => new Uint8Array(gzipSync(text))

test("[REPLAY-2] a packed file of several members, or one that zeros fill up, is read as the one it was made of", async () => {
  const text = await (await madeOf(recorded(6))).text()
  const events = await eventsOf(await opened(new Blob([text])))
  const parts = fc.array(fc.nat(text.length), { maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(parts, fc.nat(40), async (cuts, zeros) => {
      const places = [0, ...cuts.toSorted((a, b) => a - b), text.length]
      const members = places.slice(1).map((place, index) => packedText(text.slice(places[index], place)))
      const file = joined(...members, new Uint8Array(zeros))
      expect(await eventsOf(await opened(file))).toEqual(events)
    }),
    // An empty member at the end is mostly zeros.
    { numRuns: 20, examples: [[[text.length], 1]] },
  )
})

test("[REPLAY-4] a packed file that something else follows, or of whose members one is damaged, is refused", async () => {
  const text = await (await madeOf(recorded(6))).text()
  const [half, rest] = [packedText(text.slice(0, 900)), packedText(text.slice(900))]
  const torn = rest.slice(0, -3)
  const followed = joined(packedText(text), new TextEncoder().encode("more"))
  for (const file of [followed, joined(half, torn), joined(half, torn, half)])
    expect(await read(file)).toMatchObject({ ok: false, fault: "notUnpacked" })
})

test("[SEC-3] a key __proto__ in a file does nothing", async () => {
  const events = recorded(1)
  const text = await (await madeOf(events, { personal: true })).text()
  const found = await read(text.replace('"payload":{', '"payload":{"__proto__":{"polluted":1},'))
  expect(found.ok).toBe(false)
  expect(Reflect.get({}, "polluted")).toBeUndefined()
})

test("[REPLAY-4] a file that unpacks to far more than it is, is read line by line and refused at its first one", async () => {
  const bomb = new Blob([gzipSync(Buffer.alloc(64 * 1024 * 1024, 0x61))])
  expect(bomb.size).toBeLessThan(100_000)
  expect(await read(bomb)).toMatchObject({ ok: false, line: 1, problem: "the line is too long" })
})

test.each(["\n", "more", "\ufeff"])(
  "[REPLAY-4] of a packed file that %j follows, that is the reason, not a missing end",
  async (rest) => {
    const packed = new Blob([new Uint8Array(gzipSync(await (await madeOf(recorded())).text())), rest])
    expect(await read(packed)).toMatchObject({ ok: false, problem: expect.stringContaining("something follows") })
  },
)
