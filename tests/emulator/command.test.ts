import { spawn } from "node:child_process"
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { readyText, runCommand, startCommand } from "../commands/process.ts"
import { ROOT } from "../house/files.ts"
import { md5 } from "./actors.ts"

/** Runs the commands as a person does: processes with flags, output and exit codes. */

const folder = mkdtempSync(join(tmpdir(), "sightline-command-"))
const script = (name: string): string => `emulator/cli/${name}.ts`

const begin = (name: string, ...flags: readonly string[]) => startCommand(script(name), ...flags)

/** Runs to the end: exit code and the lines of standard error. */
const run = async (name: string, ...flags: readonly string[]) => {
  const { code, err } = await runCommand(script(name), ...flags)
  return { code, lines: err.split("\n").filter((line) => line !== "") }
}

interface Ready {
  readonly app: string | null
  readonly cloud: string
  readonly console: string
  readonly bridge: string
  readonly token: string
}

const startUp = async (...flags: readonly string[]) => {
  const started = begin("emulate", ...flags)
  const ready: Ready = JSON.parse(await readyText(started))
  return { ...started, ready }
}

const isThere = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const post = async (url: string, body: object) =>
  (await fetch(url, { method: "POST", body: JSON.stringify(body) })).json()

const signIn = (cloud: string) =>
  post(`${cloud}/api/v2/signin`, { email: md5("owner@example.com"), password: md5("sightline") })

test.each([
  [["--bogus"], "--bogus"],
  [["--port", "abc"], "--port"],
  [["--port", "65534"], "--port"],
  [["--port"], "--port"],
  [["--port=1", "--port=2"], "--port"],
  [["--scenario", "moon"], "--scenario"],
  [["--seed", "1.5"], "--seed"],
  [["--devices", "-1"], "--devices"],
  [["--devices", "5", "--scenario", "empty"], "--devices"],
  [["--token", "a b"], "--token"],
  [["--data", ""], "--data"],
  [["--no-build=yes"], "--no-build"],
  [["extra"], "extra"],
  [["-x"], "-x"],
])("[EMU-1] bad use %j: one line that names it, exit code 2", async (flags, named) => {
  const { code, lines } = await run("start", ...flags)
  expect(code).toBe(2)
  expect(lines).toEqual([expect.stringContaining(named)])
})

test.each(["--help", "-h"])("[EMU-1] %s prints how each command is used", async (flag) => {
  for (const name of ["start", "emulate", "simulate", "replay"]) {
    const { output, ended } = begin(name, flag)
    expect([await ended, output.err, output.out]).toEqual([0, "", expect.stringContaining("npm ")])
  }
})

/** Below the ports that systems assign, and different for every process that runs tests. */
const firstPort = 20_000 + (process.pid % 3_000) * 3

test.each([0, 1, 2])(
  "[EMU-1] port %i of the three is taken: one line and exit code 1, before anything is built",
  async (by) => {
    const holder = createServer()
    await new Promise<void>((resolve) => holder.listen(firstPort + by, "127.0.0.1", resolve))
    onTestFinished(() => void holder.close())
    const { code, lines } = await run("start", "--port", String(firstPort))
    expect([code, lines]).toEqual([1, [expect.stringContaining(`port ${firstPort + by}`)]])
  },
)

test.each([
  ["not JSON", "{"],
  ["foreign", '{"format":"another"}'],
  ["cut off", '{"format":"sightline.cloud","version":1,"offsetMs":0,"cloud":{"seed":1}}'],
  ["of a later version", '{"format":"sightline.cloud","version":3}'],
])("[EMU-2] a data file that is %s: one line, exit code 1, and the file as it was", async (_, content) => {
  const file = join(folder, "damaged.json")
  writeFileSync(file, content)
  const { code, lines } = await run("emulate", "--port", "0", "--data", file)
  expect([code, lines]).toEqual([1, [expect.stringContaining(file)]])
  expect(readFileSync(file, "utf8")).toBe(content)
})

test("[EMU-2] a data file that cannot be read or written: one line, exit code 1", async () => {
  for (const path of [folder, join(folder, "none", "file.json")]) {
    const { code, lines } = await run("emulate", "--port", "0", "--data", path)
    expect([code, lines]).toEqual([1, [expect.stringContaining(path)]])
  }
})

test.each(["SIGINT", "SIGTERM"] as const)(
  "[EMU-1] the ready line tells all, and %s ends with exit code 0",
  async (signal) => {
    const { child, ended, output, ready } = await startUp("--port", "0", "--token", "my-token")
    expect(ready).toEqual({
      app: null,
      cloud: expect.stringMatching(/^http:\/\/127\.0\.0\.1:[0-9]+$/),
      console: `${ready.cloud}/emulator/`,
      bridge: expect.stringMatching(/^ws:\/\/127\.0\.0\.1:[0-9]+$/),
      token: "my-token",
    })
    expect(output.out).toContain("owner@example.com")
    expect((await signIn(ready.cloud)).status).toBe(0)
    child.kill(signal)
    expect(await ended).toBe(0)
    expect(output.err).toBe("")
  },
)

/** A person stops npm; a terminal stops npm and all its processes. Both end the command as it ends on its own. */
test.each([
  ["SIGTERM", "npm alone"],
  ["SIGINT", "npm alone"],
  ["SIGINT", "the whole group"],
] as const)("[EMU-1] below npm %s to %s ends it with exit code 0, and nothing stays behind", async (signal, whom) => {
  const npm = spawn("npm", ["run", "-s", "emulate", "--", "--port", "0"], { cwd: ROOT, detached: true })
  let output = ""
  npm.stdout.on("data", (chunk: Buffer) => {
    output += chunk.toString()
  })
  const group = -(npm.pid ?? 0)
  onTestFinished(() => {
    try {
      process.kill(group, "SIGKILL")
    } catch {
      // All have ended.
    }
  })
  const ended = new Promise<number | null>((resolve) => npm.on("close", resolve))
  await expect.poll(() => output, { timeout: 60_000 }).toContain("ready ")
  if (whom === "npm alone") npm.kill(signal)
  else process.kill(group, signal)
  const code = await ended
  // A signal to the group reaches npm too: npm then reports the signal that ended it.
  if (whom === "npm alone") expect(code).toBe(0)
  await expect.poll(() => isThere(group)).toBe(false)
})

test("[EMU-2] a data file has one emulator at a time: a second one says who has it and leaves it alone", async () => {
  const file = join(folder, "locked.json")
  const first = await startUp("--port", "0", "--data", file)
  const second = await run("emulate", "--port", "0", "--data", file)
  expect(second.code).toBe(1)
  expect(second.lines).toEqual([expect.stringContaining(`in use by process ${first.child.pid}`)])
  first.child.kill("SIGTERM")
  expect(await first.ended).toBe(0)
  expect(existsSync(`${file}.lock`)).toBe(false)
  const third = await startUp("--port", "0", "--data", file)
  third.child.kill("SIGTERM")
  expect(await third.ended).toBe(0)
})

test("[EMU-2] with --data accounts, devices and sessions outlive the process, also when it is killed", async () => {
  const file = join(folder, "kept.json")
  const first = await startUp("--port", "0", "--data", file)
  const { uid, token } = await signIn(first.ready.cloud)
  const rename = (cloud: string, newName: string) => post(`${cloud}/api/v2/rename_account`, { uid, token, newName })
  expect((await rename(first.ready.cloud, "Renamed")).status).toBe(0)
  await post(`${first.ready.cloud}/emulator/api/clock`, { advanceMs: 60_000 })
  first.child.kill("SIGTERM")
  expect(await first.ended).toBe(0)
  if (process.platform !== "win32") expect(statSync(file).mode & 0o077).toBe(0)

  const second = await startUp("--port", "0", "--data", file, "--seed", "7", "--scenario=empty")
  expect(second.output.out).toContain(`Continued from ${file}: the file wins over --scenario and --seed\n`)
  expect((await rename(second.ready.cloud, "Renamed again")).status).toBe(0)
  const state = await (await fetch(`${second.ready.cloud}/emulator/api/state`)).json()
  expect(state.clock.offsetMs).toBe(60_000)
  second.child.kill("SIGKILL")
  await second.ended

  const third = await startUp("--port", "0", "--data", file)
  expect(third.output.out).toContain(`Continued from ${file}\n`)
  expect((await signIn(third.ready.cloud)).name).toBe("Renamed again")
  expect(existsSync(`${file}.${third.child.pid}.new`)).toBe(false)
})

test("[EMU-2] an end that cannot save what it was asked to keep says so, exits with code 1 and leaves nothing beside", async () => {
  const place = mkdtempSync(join(folder, "in-the-way-"))
  const file = join(place, "kept.json")
  const { child, ended, output, ready } = await startUp("--port", "0", "--data", file)
  rmSync(file)
  mkdirSync(file)
  expect((await signIn(ready.cloud)).status).toBe(0)
  child.kill("SIGTERM")
  expect(await ended).toBe(1)
  expect(output.err).toContain(`cannot write the data file ${file}`)
  expect(readdirSync(place)).toEqual(["kept.json"])
})
