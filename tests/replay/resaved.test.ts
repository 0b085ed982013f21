import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { afterAll, expect, test } from "vitest"
import { foldFile } from "../../emulator/cli/log/folded.ts"
import type { LogFault } from "../../src/domain/log/faults.ts"
import { LogImport } from "../../src/workers/logImport.ts"
import { Recorder } from "../domain/recorder.ts"
import { GOLDEN } from "../golden/golden.ts"
import { exported, newHash } from "./exports.ts"

/**
 * Logs that another program saved again: the reader finds each altered byte, and reports the change of such a program
 * (REPLAY-1, REPLAY-4).
 */

const folder = mkdtempSync(join(tmpdir(), "resaved-"))
afterAll(() => rmSync(folder, { recursive: true }))

const log = new Recorder()
const account = log.signIn()
const desk = { id: "d1", name: "Büro 語", model: 1, lastSeen: 1, flags: 4, build: 0, shared: false, owner: "" }
log.do({ type: "RecordDevices", account, begunAt: log.now, devices: [desk, { ...desk, id: "d2", name: "Desk" }] })
log.do({
  type: "ShowToast",
  kind: "custom",
  message: "common.toast.unconfirmed",
  params: { what: "Café".normalize("NFD") },
})
for (const path of ["/devices", "/settings", "/devices"]) log.do({ type: "OpenRoute", path })
const text = exported(log.log)
/** The lines with letters whose composition can change. */
const [COMPOSED, APART] = [3, 4]

const eachLine = (from: string, change: (line: string) => string) =>
  `${from.trimEnd().split("\n").map(change).join("\n")}\n`
const lineByLine = (from: string) => from.slice(0, -1).split("\n")
const withLine = (from: string, number: number, change: (line: string) => string) =>
  `${lineByLine(from)
    .map((line, place) => (place + 1 === number ? change(line) : line))
    .join("\n")}\n`
/** The lines at those places, in that order. */
const moved = (from: string, places: readonly number[]) => {
  const lines = lineByLine(from)
  return `${places.map((place) => lines[place] ?? "").join("\n")}\n`
}
/** The first bytes of a ZIP archive. */
const ZIP = Buffer.from("PK\x03\x04\x14\0")
/** The head of a file in a TAR archive takes 512 bytes. */
const asTar = (from: string) => {
  const head = Buffer.alloc(512)
  head.write("log.ndjson")
  head.write("ustar", 257)
  return Buffer.concat([head, Buffer.from(from), Buffer.alloc(1024)])
}
const rewritten = (change: (value: object) => string) => (from: string) =>
  eachLine(from, (line) => change(JSON.parse(line)))
const sorted = (value: object) => JSON.stringify(Object.fromEntries(Object.entries(value).toSorted()))
const encoded = (from: string, mark: boolean, swap: boolean) => {
  const bytes = Buffer.from(`${mark ? "\ufeff" : ""}${from}`, "utf16le")
  return swap ? bytes.swap16() : bytes
}
const asWindows = (from: string) => new TextDecoder("windows-1252").decode(Buffer.from(from))
const utf32 = (from: string) => Buffer.from(Uint32Array.from([...from], (letter) => letter.codePointAt(0) ?? 0).buffer)

type Program = readonly [
  what: string,
  save: (from: string) => string | Buffer,
  line: number,
  fault: LogFault,
  says: RegExp,
]
const programs: readonly Program[] = [
  ["puts a byte order mark before it", (from) => `\ufeff${from}`, 1, "byteOrderMark", /byte order mark/],
  ["ends lines as Windows does", (from) => from.replaceAll("\n", "\r\n"), 1, "lineEnds", /line ends/],
  ["ends lines as old Macs did", (from) => from.replaceAll("\n", "\r"), 1, "lineEnds", /line ends/],
  [
    "ends some lines otherwise",
    (from) => from.replaceAll("/devices", "/devices").replace(/\n(?=[^\n]*\n$)/, "\r\n"),
    7,
    "lineEnds",
    /line ends/,
  ],
  ["saves as UTF-16 with a mark", (from) => encoded(from, true, false), 1, "encoding", /UTF-16/],
  ["saves as UTF-16, big end first", (from) => encoded(from, true, true), 1, "encoding", /UTF-16/],
  ["saves as UTF-16 without a mark", (from) => encoded(from, false, false), 1, "encoding", /UTF-16/],
  ["saves as UTF-32", utf32, 1, "encoding", /UTF-32/],
  ["saves as Latin-1", (from) => Buffer.from(from, "latin1"), COMPOSED, "unreadable", /another encoding/],
  ["takes it for Latin-1", (from) => Buffer.from(from).toString("latin1"), COMPOSED, "encoding", /another encoding/],
  ["takes it for text of old Windows", asWindows, COMPOSED, "encoding", /another encoding/],
  ...["macintosh", "ibm866", "koi8-r", "iso-8859-15", "windows-1251", "windows-1254"].map(
    (encoding): Program => [
      `takes it for ${encoding}`,
      (from) => new TextDecoder(encoding).decode(Buffer.from(from)),
      COMPOSED,
      "encoding",
      /another encoding/,
    ],
  ),
  ["lays out the JSON", rewritten((value) => JSON.stringify(value, null, 2)), 1, "layout", /several lines/],
  [
    "makes one list of it",
    (from) =>
      JSON.stringify(
        from
          .trimEnd()
          .split("\n")
          .map((line) => JSON.parse(line)),
        null,
        1,
      ),
    1,
    "layout",
    /one JSON list/,
  ],
  [
    "makes one line of it",
    (from) =>
      JSON.stringify(
        from
          .trimEnd()
          .split("\n")
          .map((line) => JSON.parse(line)),
      ),
    1,
    "layout",
    /one JSON list/,
  ],
  [
    "puts spaces between",
    rewritten((value) => JSON.stringify(value, null, 1).replaceAll(/\n\s*/g, " ")),
    1,
    "layout",
    /its spaces/,
  ],
  ["writes the JSON again", rewritten((value) => JSON.stringify(value)), 1, "blanks", /removed blanks/],
  ["sorts the keys", rewritten(sorted), 1, "layout", /order of its keys/],
  [
    "escapes letters",
    (from) => from.replaceAll(/[^\0-\x7f]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`),
    COMPOSED,
    "layout",
    /escapes/,
  ],
  ["trims lines", (from) => from.replaceAll(/[ \t]+$/gm, ""), 1, "blanks", /removed blanks/],
  [
    "trims one line",
    (from) => eachLine(from, (line) => (line.includes("/settings") ? line.trimEnd() : line)),
    6,
    "blanks",
    /removed blanks/,
  ],
  ["makes tabs of spaces", (from) => from.replaceAll("  ", "\t"), 1, "blanks", /removed blanks/],
  ["makes spaces of tabs", (from) => from.replaceAll("\t", "        "), 1, "blanks", /tabs/],
  ["makes one space of each tab", (from) => from.replaceAll("\t", " "), 1, "blanks", /tabs/],
  ["adds spaces at the ends", (from) => from.replaceAll("\n", "  \n"), 1, "blanks", /added blanks/],
  ["puts empty lines between", (from) => from.replaceAll("\n", "\n\n"), 2, "blanks", /empty line/],
  ["puts an empty line first", (from) => `\n${from}`, 1, "blanks", /empty line/],
  ["ends with an empty line", (from) => `${from}\n`, 9, "blanks", /empty line/],
  [
    "makes one list of the lines as they are",
    (from) => `[${lineByLine(from).join(",\n")}]\n`,
    1,
    "layout",
    /one JSON list/,
  ],
  ["puts commas behind lines", (from) => lineByLine(from).join(",\n"), 1, "layout", /first line/],
  ["joins the lines", (from) => lineByLine(from).join(" "), 1, "layout", /first line/],
  ["numbers the lines", (from) => eachLine(from, (line) => `1\t${line}`), 1, "layout", /first line/],
  [
    "lays out one line",
    (from) => withLine(from, 4, (line) => JSON.stringify(JSON.parse(line), null, 2)),
    4,
    "layout",
    /several lines/,
  ],
  ["ends lines the other way round", (from) => from.replaceAll("\n", "\n\r"), 2, "lineEnds", /line begins or ends/],
  ["puts a line of spaces between", (from) => withLine(from, 5, (line) => `   \n${line}`), 5, "blanks", /empty line/],
  ["ends with a line of spaces", (from) => `${from}   `, 9, "blanks", /empty line/],
  ["adds its own end of a file", (from) => `${from}\x1a`, 9, "unreadable", /after the last line/],
  ["shuffles lines", (from) => moved(from, [0, 4, 2, 3, 1, 5, 6, 7]), 2, "order", /another order/],
  ["repeats a line", (from) => moved(from, [0, 1, 2, 2, 3, 4, 5, 6, 7]), 4, "order", /repeated/],
  ["leaves a line out", (from) => moved(from, [0, 1, 3, 4, 5, 6, 7]), 3, "order", /missing/],
  ["leaves the first line out", (from) => moved(from, [1, 2, 3, 4, 5, 6, 7]), 1, "order", /first line/],
  ["sorts the lines backwards", (from) => moved(from, [7, 6, 5, 4, 3, 2, 1, 0]), 1, "order", /first line/],
  ["leaves the last line out", (from) => moved(from, [0, 1, 2, 3, 4, 5, 6]), 7, "cutOff", /checkpoint/],
  ["repeats the first line", (from) => moved(from, [0, 0, 1, 2, 3, 4, 5, 6, 7]), 2, "order", /first line/],
  ["joins two logs", (from) => from + from, 9, "order", /another log/],
  ["writes numbers with a point", (from) => from.replaceAll('"v":1,', '"v":1.0,'), 2, "layout", /wrote the JSON/],
  ["packs it as ZIP", (from) => Buffer.concat([ZIP, Buffer.from(from)]), 1, "packed", /ZIP/],
  ["packs it as TAR", asTar, 1, "packed", /TAR/],
  ["packs it twice", (from) => gzipSync(gzipSync(from)), 1, "packed", /twice/],
  ["composes letters", (from) => from.normalize("NFC"), APART, "normalForm", /normal form/],
  ["takes letters apart", (from) => from.normalize("NFD"), COMPOSED, "normalForm", /normal form/],
]

const read = (content: string | Buffer) =>
  new LogImport().read(
    new Blob([typeof content === "string" ? content : new Uint8Array(content)]),
    newHash,
    () => undefined,
  )
const saved = (content: string | Buffer) => {
  const path = join(folder, "saved")
  writeFileSync(path, content)
  return path
}

test.each(programs)(
  "[REPLAY-1][REPLAY-4] of a program that %s, app and command line name the line and what it did",
  async (_what, save, line, fault, says) => {
    const content = save(text)
    const problem = expect.stringMatching(says)
    expect(await read(content)).toMatchObject({ ok: false, line, fault, problem })
    await expect(foldFile(saved(content))).rejects.toMatchObject({ line, problem })
    const packed = gzipSync(content)
    expect(await read(packed)).toMatchObject({ ok: false, line, fault, problem })
    await expect(foldFile(saved(packed))).rejects.toMatchObject({ line, problem })
  },
)

test("[REPLAY-1] --at finds it too where it lies before that event", async () => {
  const last = log.log.length
  for (const [what, save, line, fault] of programs)
    if (line <= lineByLine(text).length && fault !== "cutOff")
      await expect(foldFile(saved(save(text)), last), what).rejects.toMatchObject({ line: expect.any(Number) })
})

test("[EVENT-3][REPLAY-1] a log of an early release, which has no sums, is read as it is, and refused when it was saved again", async () => {
  for (const name of ["state-22-1.ndjson", "state-24-1.ndjson"]) {
    const golden = readFileSync(join(GOLDEN, name), "utf8")
    expect(await read(golden), name).toMatchObject({ ok: true })
    /* In a log with sums and perhaps without checkpoints, a last line without an end may have lost its sum. */
    const isOpenWhole = name === "state-22-1.ndjson"
    expect(await read(golden.replace(/\n$/, "")), name).toMatchObject({ ok: isOpenWhole })
    for (const [what, save] of programs) {
      const content = save(golden)
      if (Buffer.from(content).equals(Buffer.from(golden))) continue
      expect(await read(content), `${name}: ${what}`).toMatchObject({ ok: false, line: expect.any(Number) })
    }
  }
})
