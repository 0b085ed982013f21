import { createHash } from "node:crypto"
import * as fc from "fast-check"
import { expect, test } from "vitest"
import { logFaults } from "../../src/domain/log/faults.ts"
import { summed } from "../../src/domain/log/lineSum.ts"
import { exportLines } from "../../src/domain/log/ndjson.ts"
import { foldModel } from "../../src/domain/product/folding.ts"
import { packedState } from "../../src/domain/product/stored.ts"
import {
  CHECKPOINT_EVERY_EVENTS,
  LOG_LINE_MAX_BYTES,
  LOG_LISTS_MAX,
  LONG_FILE_CHECKPOINT_EVERY_EVENTS,
  LONG_FILE_EVENTS,
} from "../../src/domain/values/limits.ts"
import { clients } from "../domain/logs.ts"
import { fold, Recorder } from "../domain/recorder.ts"
import { exported, HEADER, newHash, reread, withoutSums } from "./exports.ts"

/** A small log with checkpoints in the middle and at the end. */
const small = () => {
  const client = new Recorder()
  client.signIn()
  client.do({ type: "OpenRoute", path: "/devices" })
  client.do({ type: "ObservePreference", key: "theme", value: "light" })
  return client
}

test("[REPLAY-1] an export of any log is read back: every event folded, every checkpoint agreed", () => {
  fc.assert(
    fc.property(clients(), ({ log, state }) => {
      const read = reread(exported(log))
      expect(read).toMatchObject({ ok: true, log: { events: log.length, lastSeq: log.length, checkpoints: 1 } })
      expect(read.ok && read.state).toEqual(state)
    }),
    { numRuns: 50 },
  )
})

test("[REPLAY-1] a log can be stopped at any event, and is then what it was at that event", () => {
  fc.assert(
    fc.property(clients(), fc.nat(), ({ log }, n) => {
      const at = (n % log.length) + 1
      const read = reread(exported(log), at)
      expect(read).toMatchObject({ ok: true, log: { lastSeq: at } })
      expect(read.ok && read.state).toEqual(fold(log.slice(0, at)))
    }),
    { numRuns: 50 },
  )
  expect(reread(exported(small().log), 99)).toMatchObject({ ok: false, problem: "there is no event 99, the last is 3" })
})

test("[REPLAY-1] any one altered byte, anywhere in the file, is found", () => {
  const bytes = Buffer.from(exported(small().log))
  const alter = (position: number, value: number) => {
    const altered = Buffer.from(bytes)
    altered[position] = value
    return altered.toString("latin1")
  }
  // Latin-1 on both sides, so that an altered byte is one altered character, even if it is invalid UTF-8.
  expect(reread(bytes.toString("latin1")).ok).toBe(true)
  for (let position = 0; position < bytes.length; position += 1)
    for (const value of [(bytes[position] ?? 0) ^ 1, 0x0a, 0x20, 0x22, 0x00, 0x37])
      if (value !== bytes[position])
        expect(reread(alter(position, value)).ok, `byte ${position} made ${value}`).toBe(false)
})

test("[REPLAY-1] a line of a file has the fields of the format and no other, and may have more", () => {
  const text = exported(small().log)
  const lines = text.trimEnd().split("\n")
  const event = ["seq", "id", "type", "v", "at", "account", "tab", "cause", "payload"]
  const fields = lines.map((line) => Object.keys(JSON.parse(line)))
  expect(fields.slice(1)).toEqual([...small().log.map(() => event), ["checkpoint", "state", "events"]])
  const more = lines.slice(0, -1).map((line) => `${line.trimEnd().slice(0, -1)},"sum":"0123abcd"}\n`)
  const hash = newHash()
  hash.update(more.join(""))
  const end = { ...JSON.parse(lines.at(-1) ?? ""), events: hash.digest() }
  const read = reread(`${more.join("")}${JSON.stringify(end)}\n`)
  expect(read).toMatchObject({ ok: true, state: fold(small().log) })
})

test("[REPLAY-1] any byte added, removed or swapped with the next is found", () => {
  const text = exported(small().log)
  fc.assert(
    fc.property(fc.nat(text.length - 2), fc.constantFrom(" ", "\n", "0", "}", "\r", "\t"), (position, extra) => {
      const [before, after] = [text.slice(0, position), text.slice(position)]
      expect(reread(before + extra + after).ok).toBe(false)
      expect(reread(before + after.slice(1)).ok).toBe(false)
      const swapped = `${before}${after[1] ?? ""}${after[0] ?? ""}${after.slice(2)}`
      if (swapped !== text) expect(reread(swapped).ok).toBe(false)
    }),
    { numRuns: 500 },
  )
})

test("[REPLAY-1] checkpoints stand every thousand events, and an alteration is named by the first after it", () => {
  const client = new Recorder()
  for (let n = 0; n < 2 * CHECKPOINT_EVERY_EVENTS + 5; n += 1) client.do({ type: "OpenRoute", path: `/${n}` })
  const text = exported(client.log)
  expect(reread(text)).toMatchObject({ ok: true, log: { checkpoints: 3 } })
  const altered = text.replace('"path":"/1500"', '"path":"/1600"')
  const line = 1 + 2 * CHECKPOINT_EVERY_EVENTS + 2
  const loose = { from: 1 + CHECKPOINT_EVERY_EVENTS + 2, to: line }
  const problem = "checkpoint 2000: one of the lines 1003 to 2003 was altered"
  expect(reread(altered)).toEqual({ ok: false, line, fault: "altered", problem, loose })
})

test("[REPLAY-1] in a long file checkpoints stand further apart, and an alteration is still found by the first after it", () => {
  const client = new Recorder()
  const events = LONG_FILE_EVENTS + LONG_FILE_CHECKPOINT_EVERY_EVENTS + 1
  for (let n = 0; n < events; n += 1) client.do({ type: "OpenRoute", path: `/${n}` })
  const text = exported(client.log)
  const often = LONG_FILE_EVENTS / CHECKPOINT_EVERY_EVENTS
  expect(reread(text)).toMatchObject({ ok: true, log: { events, checkpoints: often + 2 } })
  const seq = LONG_FILE_EVENTS + LONG_FILE_CHECKPOINT_EVERY_EVENTS
  const line = 1 + seq + often + 1
  const loose = { from: line - LONG_FILE_CHECKPOINT_EVERY_EVENTS, to: line }
  const problem = `checkpoint ${seq}: one of the lines ${loose.from} to ${line} was altered`
  const altered = text.replace(`"path":"/${LONG_FILE_EVENTS + 7}"`, '"path":"/lost"')
  expect(reread(altered)).toEqual({ ok: false, line, fault: "altered", problem, loose })
})

test("[REPLAY-1] the log of a release that folds otherwise fails at its state, not at its bytes", () => {
  const text = exported(small().log)
  const other = exported(small().log.slice(0, 2))
  const state = (file: string) => /"state":"([0-9a-f]{64})"/.exec(file)?.[1] ?? ""
  const lines = text.trimEnd().split("\n")
  const end = lines.at(-1)?.trimEnd().replace(state(text), state(other)) ?? ""
  expect(reread(`${lines.with(-1, summed(end)).join("\n")}\n`)).toMatchObject({
    ok: false,
    fault: "differs",
    problem: expect.stringContaining(`the state differs (recorded ${state(other)}, folded ${state(text)})`),
  })
  // Without its sum the line counts as written by another program.
  expect(reread(`${lines.with(-1, end).join("\n")}\n`)).toMatchObject({ ok: false, fault: "altered" })
})

/** A small log of a release whose state had another shape. */
const early = () =>
  [...exportLines({ ...HEADER, stateVersion: HEADER.stateVersion - 1 }, small().log, foldModel(), newHash)].join("")

test("[REPLAY-1] any one altered byte is found in a file of another release too, whose states cannot be compared", () => {
  const text = early()
  const agreed = { events: 3, checkpoints: 1, hasComparedStates: false }
  expect(reread(text)).toMatchObject({ ok: true, log: agreed })
  expect(reread(exported(small().log))).toMatchObject({ ok: true, log: { ...agreed, hasComparedStates: true } })
  for (let position = 0; position < text.length; position += 1)
    for (const made of ["0", "1", "x", " ", "\t", "\n"]) {
      const altered = `${text.slice(0, position)}${made}${text.slice(position + 1)}`
      if (altered !== text) expect(reread(altered).ok, `byte ${position} made ${made}`).toBe(false)
    }
})

test("[REPLAY-1] a file whose checkpoints have no sums opens as ever, unless one of them holds what is no hash", () => {
  const text = withoutSums(early())
  expect(reread(text)).toMatchObject({ ok: true, log: { checkpoints: 1 } })
  const line = text.trimEnd().split("\n").length
  const bad = { ok: false, line, fault: "unreadable", problem: expect.stringContaining("bad checkpoint") }
  for (const made of ["x", "A", ""])
    for (const field of ["state", "events"])
      expect(reread(text.replace(new RegExp(`("${field}":")[0-9a-f]`), `$1${made}`))).toMatchObject(bad)
})

test("[REPLAY-1] a checkpoint hashes all bytes before its line, the blanks behind the checkpoints before it too", () => {
  const client = new Recorder()
  for (let n = 0; n < CHECKPOINT_EVERY_EVENTS + 5; n += 1) client.do({ type: "OpenRoute", path: `/${n}` })
  let before = ""
  const agreed: number[] = []
  for (const line of exported(client.log).split(/(?<=\n)/)) {
    expect(line).toMatch(/\}[ \t]{16}\n$/)
    const value = JSON.parse(line)
    if ("checkpoint" in value) {
      expect(value.events).toBe(createHash("sha256").update(before).digest("hex"))
      agreed.push(value.checkpoint)
    }
    before += line
  }
  expect(agreed).toEqual([CHECKPOINT_EVERY_EVENTS, CHECKPOINT_EVERY_EVENTS + 5])
})

test("[REPLAY-4] a file cut off anywhere is refused, and the line is named", () => {
  const text = exported(small().log)
  for (let length = 0; length < text.length; length += 1) {
    const read = reread(text.slice(0, length))
    expect(read).toMatchObject({ ok: false, line: expect.any(Number), problem: expect.any(String) })
  }
  expect(reread("")).toEqual({ ok: false, line: 1, fault: "foreign", problem: "the file is empty" })
})

const lines = () => exported(small().log).split("\n")
const withLine = (number: number, text: string) =>
  lines()
    .with(number - 1, text)
    .join("\n")
const event = (changes: object) => JSON.stringify({ ...JSON.parse(lines()[1] ?? ""), ...changes })
const MANY_LISTS = Array.from({ length: LOG_LISTS_MAX + 1 }, () => [])
const deep = `${'{"a":'.repeat(50_000)}1${"}".repeat(50_000)}`

test.each<[string, string, number, string]>([
  ["another format", withLine(1, JSON.stringify({ ...HEADER, format: "other" })), 1, "not a Sightline log"],
  ["a newer release", withLine(1, JSON.stringify({ ...HEADER, version: 2 })), 1, "newer release"],
  ["a header without fields", withLine(1, '{"format":"sightline.log","version":1}'), 1, "bad header"],
  ["text", "hello\n", 1, "not a Sightline log"],
  ["HTML", "<!doctype html>\n<p>\n", 1, "not a Sightline log"],
  ["a JSON array", "[]\n", 1, "not a Sightline log"],
  ["a byte-order mark", `\ufeff${lines().join("\n")}`, 1, "another program changed the first line"],
  ["CRLF line ends", lines().join("\r\n"), 1, "carriage return"],
  ["an empty line", withLine(2, `${lines()[1]}\n`), 3, "empty line"],
  ["a NUL", withLine(2, `${lines()[1]}\0`), 2, "not JSON"],
  ["an event out of order", withLine(2, event({ seq: 2 })), 2, "does not follow"],
  ["an event without a field", withLine(2, event({ at: "now" })), 2, "bad event"],
  ["an event of a newer release", withLine(2, event({ v: 9 })), 2, "newer"],
  ["an unknown event", withLine(2, event({ type: "__proto__" })), 2, "no such type"],
  ["a type of a newer release", withLine(2, event({ type: "DeviceFlown" })), 2, "newer"],
  ["a payload that does not fit", withLine(2, event({ payload: { server: 1 } })), 2, "event 1 (SignedIn)"],
  ["a checkpoint of nothing", withLine(2, '{"checkpoint":"x"}'), 2, "bad checkpoint"],
  ["a deep value", withLine(2, event({}).replace('"payload":{', `"payload":{"x":${deep},`)), 2, "nested too deeply"],
  ["a deep line", withLine(2, deep), 2, "nested too deeply"],
  [
    "a line of endless lists",
    withLine(2, event({ payload: { path: "/devices", x: MANY_LISTS } })),
    2,
    "too many lists",
  ],
  ["a header of endless lists", withLine(1, JSON.stringify({ ...HEADER, base: MANY_LISTS })), 1, "too many lists"],
  ["a huge line", withLine(2, " ".repeat(LOG_LINE_MAX_BYTES + 1)), 2, "too long"],
])("[REPLAY-4][SEC-3] %s gives one problem with its line", (_title, text, line, problem) => {
  const fault = expect.toSatisfy((word) => logFaults.some((known) => known === word))
  expect(reread(text)).toMatchObject({ ok: false, line, fault, problem: expect.stringContaining(problem) })
})

test("[REPLAY-4] no depth of nesting breaks the reader, also where payloads are kept as they are", () => {
  const client = small()
  const did = { id: "d1", name: "x", model: 1, lastSeen: 1, flags: 4, build: 0, shared: false, owner: "" }
  const account = client.state.session.current?.account
  if (account === undefined) throw new Error("nobody is signed in")
  client.do({ type: "RecordDevices", account, begunAt: client.now, devices: [did] })
  client.do({ type: "WakeDevice", did: "d1", mac: null })
  for (const depth of [10, 50, 70, 1_000, 3_000, 10_000]) {
    const payload = `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`
    const altered = exported(client.log).replace('"payload":{"type":0}', `"payload":${payload}`)
    // With the right hash of its bytes, as in a file that a person makes on purpose.
    const body = `${altered.split("\n").slice(0, -2).join("\n")}\n`
    const hash = newHash()
    hash.update(body)
    const end = JSON.stringify({ checkpoint: client.log.length, state: "0".repeat(64), events: hash.digest() })
    const read = reread(`${body}${summed(end)}\n`)
    const problem = expect.stringContaining(depth > 60 ? "nested too deeply" : "the state differs")
    expect(read).toMatchObject({ ok: false, line: depth > 60 ? 6 : 7, problem })
  }
})

test("[SEC-3] keys of the language in a file change nothing but what they name", () => {
  const poisoned = withLine(2, event({}).replace("{", '{"__proto__":{"polluted":true},'))
  expect(reread(poisoned).ok).toBe(false)
  expect(Reflect.get({}, "polluted")).toBeUndefined()
})

test("[REPLAY-4] random lines never break the reader", () => {
  const line = fc.oneof(fc.string(), fc.json(), fc.constantFrom(...lines()))
  fc.assert(
    fc.property(fc.array(line, { maxLength: 8 }), (list) => {
      const read = reread(`${[lines()[0], ...list].join("\n")}\n`)
      if (!read.ok) expect(read).toMatchObject({ line: expect.any(Number), problem: expect.any(String) })
    }),
  )
})

test("[REPLAY-1][EVENT-4] a log whose first events are gone is read from its base, and a base that is none is refused", () => {
  fc.assert(
    fc.property(clients(), fc.nat(), ({ log, state }, n) => {
      const seq = n % log.length
      const base = { seq, state: packedState(fold(log.slice(0, seq))) }
      const folding = foldModel()
      folding.begin(base.state)
      const text = [...exportLines({ ...HEADER, base }, log.slice(seq), folding, newHash)].join("")
      const read = reread(text)
      expect(read).toMatchObject({ ok: true, log: { lastSeq: log.length } })
      expect(read.ok && read.state).toEqual(state)
    }),
    { numRuns: 20 },
  )
  for (const state of [{}, 5, { json: "{}", sum: "" }, "text"]) {
    const header = JSON.stringify({ ...HEADER, base: { seq: 3, state } })
    expect(reread(`${header}\n`)).toMatchObject({ ok: false, line: 1, problem: expect.stringContaining("base") })
  }
})
