import { spawn } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { afterAll, beforeAll, expect, test } from "vitest"
import { canonicalJson } from "../../src/domain/values/canonicalJson.ts"
import { fold, Recorder } from "../domain/recorder.ts"
import { exported } from "./exports.ts"

const COMMAND = join(import.meta.dirname, "../../emulator/cli/replay.ts")

interface Ended {
  readonly code: number | null
  readonly out: string
  /** Lines on standard error. */
  readonly errors: readonly string[]
}

const replay = (...args: readonly string[]): Promise<Ended> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, [COMMAND, ...args], { stdio: ["ignore", "pipe", "pipe"] })
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

test("[REPLAY-1] --json prints the state, --at the state at an event", async () => {
  const path = file("json", text)
  expect((await replay(path, "--json")).out.trim()).toBe(canonicalJson(client.state))
  expect((await replay(path, "--at", "2", "--json")).out.trim()).toBe(canonicalJson(fold(client.log.slice(0, 2))))
  const beyond = await replay(path, "--at", "9")
  expect([beyond.code, beyond.errors]).toEqual([1, [expect.stringContaining("there is no event 9")]])
})

test("[REPLAY-1] an altered byte is exit 1 and one line that names its checkpoint", async () => {
  const { code, out, errors } = await replay(file("altered", text.replace("Bench", "Benck")))
  expect({ code, out, errors }).toEqual({
    code: 1,
    out: "",
    errors: [expect.stringContaining("line 5: checkpoint 3: the lines before it were altered")],
  })
})

test.each<[string, string | Uint8Array, string]>([
  ["cut off", text.slice(0, -1), "line 5: the file is cut off"],
  [
    "not UTF-8",
    Buffer.concat([Buffer.from(text.split("\n", 1)[0] ?? ""), Buffer.from([0x0a, 0xff, 0x0a])]),
    "line 2: not UTF-8",
  ],
  ["torn gzip", gzipSync(text).subarray(0, 40), "torn gzip"],
  ["many\nlines", `${text.split("\n", 1)[0]}\n{"seq":"\\n\\n\\n"}\n`, "line 2: bad event"],
])("[REPLAY-4] a file that is %s is exit 1 and one line", async (name, content, problem) => {
  const { code, out, errors } = await replay(file(name.replace("\n", " "), content))
  expect({ code, out, errors }).toEqual({ code: 1, out: "", errors: [expect.stringContaining(problem)] })
})

test("[REPLAY-4] a file that is not there is exit 1 and one line", async () => {
  const { code, errors } = await replay(join(folder, "nowhere"))
  expect([code, errors]).toEqual([1, [expect.stringContaining("nowhere")]])
})

test.each([[], ["a", "--what"], ["a", "--at", "0"]])(
  "[REPLAY-1] bad use %# is exit 2 and one line",
  async (...args) => {
    const { code, out, errors } = await replay(...args)
    expect({ code, out, errors }).toEqual({ code: 2, out: "", errors: [expect.stringMatching(/^replay: /)] })
  },
)
