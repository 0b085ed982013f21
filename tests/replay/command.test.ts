import { spawn } from "node:child_process"
import { existsSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import fc from "fast-check"
import { afterAll, beforeAll, expect, test } from "vitest"
import { foldFile } from "../../emulator/cli/log/folded.ts"
import { BadLog } from "../../emulator/cli/logFile.ts"
import { canonicalJson } from "../../src/domain/values/canonicalJson.ts"
import { LOG_FILE_MAX_BYTES, LOG_LINE_MAX_BYTES } from "../../src/domain/values/limits.ts"
import { fold, Recorder } from "../domain/recorder.ts"
import { GOLDEN } from "../golden/golden.ts"
import { bombs, deviceLines } from "./bombs.ts"
import { exported, resealed } from "./exports.ts"

const COMMAND = join(import.meta.dirname, "../../emulator/cli/replay.ts")

interface Ended {
  readonly code: number | null
  readonly out: string
  /** Lines on standard error. */
  readonly errors: readonly string[]
}

const replay = (...args: readonly string[]): Promise<Ended> => run([COMMAND, ...args])

const run = (args: readonly string[]): Promise<Ended> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] })
    let [out, errors] = ["", ""]
    child.stdout.on("data", (data) => {
      out += String(data)
    })
    child.stderr.on("data", (data) => {
      errors += String(data)
    })
    child.on("close", (code) => resolve({ code, out, errors: errors.split("\n").filter((line) => line !== "") }))
  })

let folder = ""
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "replay-"))
})
afterAll(() => rmSync(folder, { recursive: true }))

const file = (name: string, content: string | Uint8Array) => {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

const client = new Recorder()
const account = client.signIn()
const desk = { id: "d1", name: "Desk", model: 1, lastSeen: 1, flags: 4, build: 0, shared: false, owner: "" }
client.do({ type: "RecordDevices", account, begunAt: client.now, devices: [desk] })
client.do({ type: "RenameDevice", did: "d1", name: "Bench" })
const text = exported(client.log)

test("[REPLAY-1] a good log is summed up and exits 0, packed too", async () => {
  const { code, out, errors } = await replay(file("packed", gzipSync(text)))
  expect({ code, errors }).toEqual({ code: 0, errors: [] })
  expect(out).toContain("3 events folded, 1 checkpoints agree")
  expect(out).toContain("queued: rename_device Desk")
})

test("[REPLAY-1] of a file of another release it says that states were not compared, and finds an altered one by its sum", async () => {
  const golden = await replay(join(GOLDEN, "state-22-1.ndjson"))
  expect(golden).toMatchObject({ code: 0, errors: [] })
  expect(golden.out).toContain("the bytes of 1 checkpoints agree; states of another release, not compared")
  const early = text.replace(/"stateVersion":(\d+)/, (_, version) => `"stateVersion":${Number(version) - 1}`)
  const zeros = resealed(early).replace(/"state":"[0-9a-f]{64}"/, `"state":"${"0".repeat(64)}"`)
  await expect(foldFile(file("zeros", zeros))).rejects.toMatchObject({ line: 5, problem: "checkpoint 3 was altered" })
  expect(await foldFile(file("early", resealed(early)))).toMatchObject({ log: { hasComparedStates: false } })
})

test("[REPLAY-1] a log whose last line has no end exits 0; one that another program saved again exits 1 and says what it did", async () => {
  expect(await replay(file("open", text.slice(0, -1)))).toMatchObject({ code: 0, errors: [] })
  const marked = await replay(file("marked", `\ufeff${text}`), "--at", "1")
  expect([marked.code, marked.out, marked.errors]).toEqual([
    1,
    "",
    [expect.stringMatching(/line 1: .*byte order mark/)],
  ])
})

test("[REPLAY-1] a packed log of two members, or one that zeros fill up, exits 0", async () => {
  const members = Buffer.concat([gzipSync(text.slice(0, 300)), gzipSync(text.slice(300))])
  for (const content of [members, Buffer.concat([members, Buffer.alloc(50)])]) {
    const { code, errors } = await replay(file("members", content))
    expect({ code, errors }).toEqual({ code: 0, errors: [] })
  }
})

test("[REPLAY-1] --json prints the state, --at the state at an event", async () => {
  const path = file("json", text)
  expect((await replay(path, "--json")).out.trim()).toBe(canonicalJson(client.state))
  expect((await replay(path, "--at", "2", "--json")).out.trim()).toBe(canonicalJson(fold(client.log.slice(0, 2))))
  const beyond = await replay(path, "--at", "9")
  expect([beyond.code, beyond.errors]).toEqual([1, [expect.stringContaining("there is no event 9")]])
})

test("[REPLAY-1] one altered byte anywhere in a file, packed or not, is found, and its line named", async () => {
  /* The bytes before this position contain the time and system of the packing, and nothing of the log. */
  const PACKING_HEAD = 10
  const [plain, packed] = [Buffer.from(text), gzipSync(text)]
  const altered = (bytes: Buffer, place: number, made?: number): Buffer => {
    const copy = Buffer.from(bytes)
    const is = copy[place] ?? 0
    copy[place] = made === undefined || made === is ? is ^ 1 : made
    return copy
  }
  const refused = (bytes: Buffer) =>
    foldFile(file("one byte", bytes)).then(
      () => null,
      (error) => (error instanceof BadLog ? error.line : error),
    )
  const lineAt = (place: number) => plain.subarray(0, place).toString("latin1").split("\n").length
  const isLine = expect.toSatisfy((line) => Number.isInteger(line) && line >= 1 && line <= 6)
  await fc.assert(
    fc.asyncProperty(
      fc.nat(plain.length - 1),
      fc.constantFrom(undefined, ...Buffer.from("\n\t \r}")),
      fc.integer({ min: PACKING_HEAD, max: packed.length - 1 }),
      async (a, made, b) => {
        const found = [await refused(altered(plain, a, made)), await refused(altered(packed, b))]
        expect(found).toEqual([lineAt(a), isLine])
      },
    ),
    { numRuns: 200 },
  )
})

test("[REPLAY-1] a line whose sum is torn is named, not the rest of it", async () => {
  const lines = text.split("\n").slice(0, -1)
  for (const [index, line] of lines.entries())
    for (let place = line.trimEnd().length; place < line.length; place += 1) {
      const torn = `${line.slice(0, place)}\n${line.slice(place + 1)}`
      const path = file("torn", `${lines.with(index, torn).join("\n")}\n`)
      await expect(foldFile(path), `line ${index + 1} at ${place}`).rejects.toMatchObject({ line: index + 1 })
    }
})

test("[REPLAY-1] an altered byte is exit 1 and one line that names where it is", async () => {
  const { code, out, errors } = await replay(file("altered", text.replace("Bench", "Benck")))
  expect({ code, out, errors }).toEqual({
    code: 1,
    out: "",
    errors: [expect.stringContaining("line 4: this line was altered")],
  })
})

test("[REPLAY-1] what is after the last checkpoint before --at is looked at too", async () => {
  const altered = file("altered before", text.replace("Desk", "Disk"))
  expect(await foldFile(altered, 1)).toMatchObject({ log: { lastSeq: 1 } })
  await expect(foldFile(altered, 2)).rejects.toMatchObject({ line: 3, problem: "this line was altered" })
})

test("[REPLAY-1] in a file of a release that wrote no sums, the lines are named among which the altered one is", async () => {
  const golden = readFileSync(join(GOLDEN, "state-22-1.ndjson"), "utf8")
  const last = golden.trimEnd().split("\n").length
  const problem = expect.stringContaining(`one of the lines 1 to ${last} was altered`)
  expect(golden).not.toMatch(/[ \t]\n/)
  const altered = file("golden", golden.replace('"at":1790000016524', '"at":1790000016525'))
  await expect(foldFile(altered)).rejects.toMatchObject({ line: last, problem })
})

test.each<[string, string | Uint8Array, string]>([
  ["cut off", text.slice(0, -9), "line 5: the file is cut off"],
  [
    "not UTF-8",
    Buffer.concat([Buffer.from(text.split("\n", 1)[0] ?? ""), Buffer.from([0x0a, 0xff, 0x0a])]),
    "line 2: not UTF-8",
  ],
  ["a picture", new Uint8Array([0x89, 0x50, 0x4e, 0x47, 10, 0xff, 10]), "line 1: not a Sightline log: not UTF-8"],
  ["torn gzip", gzipSync(text).subarray(0, 40), "torn gzip"],
  ["many\nlines", `${text.split("\n", 1)[0]}\n{"seq":"\\n\\n\\n"}\n`, "line 2: bad event"],
])("[REPLAY-4] a file that is %s is exit 1 and one line", async (name, content, problem) => {
  const { code, out, errors } = await replay(file(name.replace("\n", " "), content))
  expect({ code, out, errors }).toEqual({ code: 1, out: "", errors: [expect.stringContaining(problem)] })
})

test("[REPLAY-4][SEC-3] a packed file of one endless line, or of endless lines, is given up at our own limit", async () => {
  const bomb = await replay(file("bomb.gz", gzipSync(Buffer.alloc(4 * LOG_LINE_MAX_BYTES, " "))))
  expect([bomb.code, bomb.errors]).toEqual([1, [expect.stringContaining("line 1: the line is too long")]])
  const header = `${text.split("\n", 1)[0]}\n`
  const empty = await replay(file("empty.gz", gzipSync(header + "\n".repeat(LOG_LINE_MAX_BYTES))))
  expect([empty.code, empty.errors]).toEqual([1, [expect.stringContaining("line 2")]])
})

/** Memory limit. Node and the code of a replay take some 140 MiB. */
const PEAK_MAX_MIB = 256
/** The peak memory of a process, KiB. `maxRSS` would include that of its parent process. */
const TELLS_PEAK = `data:text/javascript,import{readFileSync}from"node:fs";process.on("exit",()=>console.error("peak "+(process.platform==="linux"?/VmHWM:\\s+(\\d+)/.exec(readFileSync("/proc/self/status","utf8"))[1]:process.memoryUsage().rss>>10)))`

/** The four ways in which a packed file is read. Each gets one bomb. */
const WAYS: readonly (readonly [way: string, argsOf: (bomb: string, good: string) => readonly string[]])[] = [
  ["alone", (bomb) => [bomb]],
  ["up to an event", (bomb) => [bomb, "--at", "2"]],
  ["against a server", (bomb) => [bomb, "--against", "http://127.0.0.1:1"]],
  ["beside another", (bomb, good) => [good, "--diff", bomb]],
]
const READINGS = bombs(text.split("\n", 1)[0] ?? "").flatMap(([what, content, line], n) =>
  (n === 0 ? WAYS : WAYS.slice(0, 1)).map(([way, argsOf]) => [what, way, content, line, argsOf] as const),
)

test.each(READINGS)(
  "[REPLAY-4][SEC-3] a packed file of 900 MB (%s), read %s, is refused within bounded memory",
  async (_what, _way, content, line, argsOf) => {
    const args = argsOf(file("bomb.gz", content), file("good", text))
    const { code, errors } = await run(["--import", TELLS_PEAK, COMMAND, ...args])
    expect([code, errors[0]]).toEqual([1, expect.stringContaining(`bomb.gz: line ${line}: `)])
    const peakKib = Number(/^peak (\d+)$/.exec(errors[1] ?? "")?.[1])
    expect(peakKib / 1024).toBeLessThan(PEAK_MAX_MIB)
  },
)

/** The list, as far as it is read before it is refused, and the line at hand. */
const PEAK_OF_LISTS_MAX_MIB = 640

test("[REPLAY-4][SEC-3] a log of 600,000 devices in six lines is refused at the line that makes them too many", async () => {
  const path = file("devices", [`${text.split("\n", 1)[0]}\n`, ...deviceLines(6, 100_000)].join(""))
  const { code, errors } = await run(["--import", TELLS_PEAK, COMMAND, path])
  const says = "line 3: up to this line, devices.bound grows to more than 100,000 entries"
  expect([code, errors[0]]).toEqual([1, expect.stringContaining(says)])
  const peakKib = Number(/^peak (\d+)$/.exec(errors[1] ?? "")?.[1])
  expect(peakKib / 1024).toBeLessThan(PEAK_OF_LISTS_MAX_MIB)
})

test("[REPLAY-4] a packed log that something follows is refused", async () => {
  for (const rest of [Buffer.from("more"), Buffer.concat([Buffer.alloc(9), Buffer.from("more")])]) {
    const { code, errors } = await replay(file("followed", Buffer.concat([gzipSync(text), rest])))
    expect([code, errors]).toEqual([1, [expect.stringContaining("cannot be unpacked")]])
  }
})

test("[REPLAY-4][SEC-3] a file of 2 GiB is refused before anything of it is read", async () => {
  const path = file("large", text)
  truncateSync(path, 2 * LOG_FILE_MAX_BYTES)
  const { code, out, errors } = await replay(path)
  expect({ code, out, errors }).toEqual({
    code: 1,
    out: "",
    errors: [expect.stringContaining("line 1: it is larger than 1 GiB")],
  })
})

test("[REPLAY-4] what is no regular file is bad use, and never read", async () => {
  for (const path of [folder, ...(existsSync("/dev/zero") ? ["/dev/zero"] : [])]) {
    const { code, errors } = await replay(path)
    expect([code, errors]).toEqual([2, [expect.stringContaining("not a regular file")]])
  }
})

test("[REPLAY-1] --json says on which line a log is bad, of a torn file too", async () => {
  const altered = await replay(file("altered", text.replace("Bench", "Benck")), "--json")
  expect([altered.code, JSON.parse(altered.out)]).toEqual([1, { ok: false, line: 4, problem: "this line was altered" }])
  expect(altered.errors).toHaveLength(1)
  const torn = await replay(file("torn", gzipSync(text).subarray(0, 40)), "--json")
  expect([torn.code, JSON.parse(torn.out)]).toEqual([1, { ok: false, line: 1, problem: expect.any(String) }])
  const short = await replay(file("short", text.slice(0, -9)), "--json")
  expect(JSON.parse(short.out)).toMatchObject({ ok: false, line: 5 })
})

/**
 * Characters that a terminal would obey: an escape sequence, its one-byte form, a return, and a change of direction.
 */
const STEERING = "\u001b[2J\u009b2J\r\u202e\u007f"
const OBEYED = /[\p{Cc}\u202e]/u

test("[REPLAY-4] nothing in a file reaches the terminal as a command", async () => {
  const hostile = new Recorder()
  hostile.do({
    type: "RecordDevices",
    account: hostile.signIn(),
    begunAt: hostile.now,
    devices: [{ ...desk, name: STEERING }],
  })
  hostile.do({ type: "RenameDevice", did: "d1", name: "Bench" })
  const good = file("hostile", exported(hostile.log))
  const result = await replay(good)
  expect([result.code, result.out.replaceAll("\n", "")]).toEqual([0, expect.not.stringMatching(OBEYED)])
  expect(result.out).toContain("rename_device \ufffd[2J")
  const { out } = await replay(good, "--json")
  expect(out.trim()).not.toMatch(OBEYED)
  expect(JSON.parse(out)).toEqual(JSON.parse(canonicalJson(hostile.state)))
  const lines = exported(hostile.log).replaceAll(/"type":"[^"]+"/g, `"type":${JSON.stringify(`x${STEERING}`)}`)
  const bad = await replay(file("hostile type", lines), "--json")
  expect([bad.code, bad.errors]).toEqual([1, [expect.not.stringMatching(OBEYED)]])
  expect(bad.out.trim()).not.toMatch(OBEYED)
})

test.each<[readonly string[], string]>([
  [[], "FILE is missing"],
  [["--bad"], "unknown flag --bad"],
  [["-b"], "unknown flag -b"],
  [["a", "--what"], "unknown flag --what"],
  [["a", "b"], 'unexpected argument "b"'],
  [["a", "--at", "0"], "--at takes a whole number from 1"],
  [["a", "--at"], "--at needs a value"],
  [["a", "--to-test", "--at", "1"], "--to-test keeps the whole log and cannot be combined with --at"],
  [["a", "--to-test", "--json"], "--to-test writes a test and cannot be combined with --json"],
  [["a", "--diff", "b", "--at", "1"], "--diff compares whole logs and cannot be combined with --at"],
  [["a", "--diff", "b", "--to-test"], "--to-test cannot be combined with --diff"],
  [["a", "--diff", "b", "--against", "http://c"], "--against cannot be combined with --diff"],
  [["nowhere"], "cannot read nowhere"],
  [["nowhere", "--json"], "cannot read nowhere"],
  [["."], "cannot read ."],
])("[REPLAY-1] bad use %j is exit 2 and one line", async (args, problem) => {
  const { code, out, errors } = await replay(...args)
  expect({ code, out, errors }).toEqual({ code: 2, out: "", errors: [expect.stringContaining(`replay: ${problem}`)] })
})
