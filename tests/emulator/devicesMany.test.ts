import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, readdirSync, readFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { afterAll, beforeAll, expect, test } from "vitest"
import type { Endpoint } from "../../src/domain/wire/device/endpoint.ts"
import { decodeRegistry, isRegistryFile } from "../../src/domain/wire/device/registry.ts"
import { enter, probe } from "./deviceSockets.ts"

/** Ten thousand devices in one process, as a person starts them. */

const DEVICES = 10_000
const MEMORY_MAX_KIB = 300 * 1_024
/** Probes sent at once: more would overflow the buffers of a socket. */
const AT_ONCE = 200

let child: ChildProcess
let cloud = ""
let endpoints: ReadonlyMap<string, Endpoint>

interface Listed {
  readonly did: string
  readonly name: string
  readonly near: boolean
  readonly power: string
  readonly passcode: string
  readonly owner: string | null
  readonly lastSeen: number
}

beforeAll(async () => {
  // The temporary folder contains the registry, so this test uses a separate one.
  const folder = mkdtempSync(join(tmpdir(), "sightline-many-"))
  const command = fileURLToPath(new URL("../../emulator/cli/emulate.ts", import.meta.url))
  child = spawn(process.execPath, [command, "--port", "0", "--devices", String(DEVICES)], {
    env: { ...process.env, TMPDIR: folder, TEMP: folder, XDG_CONFIG_HOME: folder },
    stdio: ["ignore", "pipe", "inherit"],
  })
  if (child.stdout === null) throw new Error("no output")
  for await (const line of createInterface({ input: child.stdout }))
    if (line.startsWith("ready ")) {
      cloud = JSON.parse(line.slice("ready ".length)).cloud
      break
    }
  const [inner = ""] = readdirSync(folder).filter((name) => name.startsWith("sightline-"))
  const [file = ""] = readdirSync(join(folder, inner)).filter(isRegistryFile)
  const registry = decodeRegistry(readFileSync(join(folder, inner, file)))
  if (!registry.ok) throw new Error("the registry is none")
  endpoints = new Map(registry.value.devices.map((device) => [device.did, device]))
}, 120_000)

afterAll(async () => {
  child.kill("SIGTERM")
  await once(child, "exit")
})

const state = async (): Promise<{ readonly devices: readonly Listed[]; readonly clock: { readonly now: number } }> =>
  (await fetch(`${cloud}/emulator/api/state`)).json()

/** Peak memory of the process where the system reports it, else its current memory, KiB. */
const memoryKib = (): number => {
  if (process.platform === "linux") {
    const [, peak] = /VmHWM:\s+([0-9]+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8")) ?? []
    return Number(peak)
  }
  return Number(execFileSync("ps", ["-o", "rss=", "-p", String(child.pid)], { encoding: "utf8" }))
}

test("[EMU-5] ten thousand devices answer from an address each, beat, and take less than 300 MiB", async () => {
  const { devices } = await state()
  const awake = devices.filter(({ near, power }) => near && power === "on")
  expect(devices.filter(({ near }) => near).length).toBeGreaterThanOrEqual(DEVICES)
  const asked = awake.flatMap(({ did }) => endpoints.get(did) ?? [])
  expect(new Set(asked.map(({ address, port }) => `${address}:${port}`)).size).toBe(awake.length)
  const answered = new Set<string>()
  for (let at = 0; at < asked.length; at += AT_ONCE)
    for (const { did } of (await probe(asked.slice(at, at + AT_ONCE))).values()) answered.add(did)
  expect(answered.size).toBe(awake.length)

  await fetch(`${cloud}/emulator/api/clock`, { method: "POST", body: JSON.stringify({ advanceMs: 3_600_000 }) })
  const later = await state()
  const silent = later.devices.filter(
    ({ owner, power, lastSeen }) => owner !== null && power === "on" && later.clock.now - lastSeen > 120_000,
  )
  expect(silent).toEqual([])
  if (process.platform !== "win32") expect(memoryKib()).toBeLessThan(MEMORY_MAX_KIB)
})

test("[EMU-5] the last of ten thousand is entered like the first, once it has been probed", async () => {
  const { devices } = await state()
  const last = devices.findLast(({ near, power }) => near && power === "on")
  const endpoint = endpoints.get(last?.did ?? "")
  if (last === undefined || endpoint === undefined) throw new Error("no device is there")
  await probe([endpoint])
  const wire = await enter(endpoint, last.passcode)
  wire.send({ type: "status", n: 1 })
  expect((await wire.next("status")).name).toBe(last.name)
  wire.socket.destroy()
})
