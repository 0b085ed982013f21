import { expect, test } from "vitest"
import { readLogFile } from "../../src/adapters/workers/logFiles.ts"
import type { LogFault } from "../../src/domain/log/faults.ts"
import { LOG_FILE_MAX_BYTES, LOG_LINE_MAX_BYTES } from "../../src/domain/values/limits.ts"
import { LogExport } from "../../src/workers/logExport.ts"
import { makeRunningHashes } from "../../src/workers/runningHash.ts"
import { Recorder } from "../domain/recorder.ts"

/** Files that a person opens in the browser. The real worker reads them, whatever they contain (REPLAY-4, SEC-3). */

const MEBIBYTE = 1024 * 1024

const madeFile = async (): Promise<Blob> => {
  const log = new Recorder()
  log.signIn()
  for (const path of ["/devices", "/settings", "/devices"]) log.do({ type: "OpenRoute", path })
  const order = { base: null, from: 1, app: "0", exportedAt: 0, personal: false, gzip: false }
  const making = new LogExport(order, await makeRunningHashes())
  await making.add(log.log)
  return making.end()
}
const sound = madeFile()

const packed = (file: Blob): Promise<Blob> =>
  new Response(file.stream().pipeThrough(new CompressionStream("gzip"))).blob()

const read = (file: Blob) => readLogFile(file, () => undefined, new AbortController().signal)

const changed = async (change: (text: string) => string): Promise<Blob> =>
  new Blob([change(await (await sound).text())])

/** One piece many times in a row. The browser stores it only once. */
const repeated = (piece: BlobPart, times: number): Blob => {
  const one = new Blob([piece])
  return new Blob(Array.from({ length: times }, () => one))
}
const letters = (length: number) => new Uint8Array(length).fill(0x61)

/** tests/replay tries all other kinds of files on the same reader, without a browser. */
const hostile: readonly (readonly [what: string, make: () => Promise<Blob>, line: number, fault: LogFault])[] = [
  [
    "a packed file whose second line is endless",
    async () => {
      const [head = ""] = (await (await sound).text()).split("\n", 1)
      return packed(new Blob([head, "\n", letters(2 * LOG_LINE_MAX_BYTES)]))
    },
    2,
    "tooLong",
  ],
  ["a file of 2 GiB", async () => repeated(letters(MEBIBYTE), (2 * LOG_FILE_MAX_BYTES) / MEBIBYTE), 1, "tooLarge"],
  ["deep nesting", () => changed((text) => text.replace("\n", `\n${"[".repeat(100_000)}\n`)), 2, "unreadable"],
  [
    "keys of the language",
    () => changed((text) => text.replace('"payload":{', '"payload":{"__proto__":{"polluted":1},')),
    0,
    "altered",
  ],
  ["a torn packed file", async () => (await packed(await sound)).slice(0, -9), 0, "notUnpacked"],
]

test.each(hostile)(
  "[REPLAY-4][SEC-3] in the browser %s gives an error that names the line",
  async (_what, make, line, fault) => {
    const found = await read(await make())
    expect(found).toMatchObject({ ok: false, fault, ...(line > 0 && { line }) })
    if (!found.ok) expect(found.line).toBeGreaterThanOrEqual(1)
    expect(Reflect.get({}, "polluted")).toBeUndefined()
  },
)

test("[REPLAY-2] in the browser a file of thousands of members opens, and a last line without an end is a whole line", async () => {
  const text = await (await sound).text()
  // The lines are not trimmed: their trailing spaces are the line checksums.
  const lines = text.slice(0, -1).split("\n")
  const members = await Promise.all(lines.flatMap((line) => [...line, "\n"]).map((piece) => packed(new Blob([piece]))))
  expect(members.length).toBeGreaterThan(1_000)
  expect(await read(new Blob(members))).toMatchObject({ ok: true })
  expect(await read(new Blob([text.slice(0, -1)]))).toMatchObject({ ok: true })
})

test("[REPLAY-4] in the browser a file that another program saved again is refused, with what that program did", async () => {
  expect(await read(await changed((text) => `\ufeff${text}`))).toMatchObject({
    ok: false,
    line: 1,
    fault: "byteOrderMark",
  })
  expect(await read(await changed((text) => text.replaceAll("\n", "\r\n")))).toMatchObject({
    ok: false,
    fault: "lineEnds",
  })
})

test("[REPLAY-2] in the browser a file that was made there opens, packed or not", async () => {
  expect(await read(await sound)).toMatchObject({ ok: true, log: { first: 1, pseudonyms: true } })
  expect(await read(await packed(await sound))).toMatchObject({ ok: true })
})
