import { chmodSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { join } from "node:path"
import { describe, expect, onTestFinished, test } from "vitest"
import { BadOptions, readOptions } from "../../device/agent/options.ts"
import { newFolder } from "../bridge/files.ts"
import { runCommand, startCommand } from "../commands/process.ts"
import { goodVnc, startVnc } from "./vncServers.ts"

/** Runs `npm run device` as a person does: a process with flags, output and exit codes. */

const script = "device/agent/main.ts"

const begin = (...flags: readonly string[]) => startCommand(script, ...flags)
const run = (...flags: readonly string[]) => runCommand(script, ...flags)

const secret = (text: string): string => {
  const path = join(newFolder(), "secret")
  writeFileSync(path, text, { mode: 0o600 })
  return path
}

const VNC = ["--vnc", "127.0.0.1:5900"]
const NAMED = [...VNC, "--name", "Workshop"]

describe("npm run device", () => {
  test.each<readonly [readonly string[], string]>([
    [["--name", "x"], "--vnc is missing"],
    [VNC, "--name is missing"],
    [["--vnc", "5900", "--name", "x"], 'not "5900"'],
    [["--vnc", "host:0", "--name", "x"], "a port from 1"],
    [["--vnc", "host:99999", "--name", "x"], "a port from 1"],
    [["--vnc", "http://host:1", "--name", "x"], "HOST:PORT"],
    [[...VNC, "--name", "ü".repeat(17)], "32 bytes"],
    [[...VNC, "--name", " "], "--name is empty"],
    [[...NAMED, "--mac", "12:34"], "--mac"],
    [[...NAMED, "--port", "-1"], "--port"],
    [[...NAMED, "--port", "65536"], "--port"],
    [[...NAMED, "--listen", "here"], "--listen takes an IP address"],
    [[...NAMED, "--listen", "8.8.8.8"], "loopback or private"],
    [[...NAMED, "--passcode-file", "/no/such/file"], "/no/such/file"],
    [[...NAMED, "--vnc-password-file", "/"], "--vnc-password-file"],
    [[...NAMED, "--passcode-file", "EMPTY"], "is empty"],
    [[...NAMED, "--vnc-password-file", "EMPTY"], "is empty"],
    [[...NAMED, "--name", "other"], "--name is given twice"],
    [[...NAMED, "--cloud", "cloud.example"], "--cloud takes an address"],
    [[...NAMED, "--cloud", "ftp://cloud.example"], "--cloud takes an address"],
    [[...NAMED, "--cloud", "https://u:p@cloud.example"], "--cloud takes an address"],
    [[...NAMED, "--bogus"], "--bogus"],
    [[...NAMED, "extra"], "extra"],
  ])("[AGENT-1] bad use %j: one line that names it", (flags, named) => {
    const said: string[] = []
    const read = () =>
      readOptions(
        flags.map((flag) => (flag === "EMPTY" ? secret("\n") : flag)),
        (line) => said.push(line),
      )
    expect(read).toThrow(BadOptions)
    expect(read).toThrow(named)
    expect(read).not.toThrow("\n")
    expect(said).toEqual([])
  })

  test.each<readonly [string, readonly string[], string]>([
    ["a passcode beyond loopback", [...NAMED, "--listen", "0.0.0.0"], "--passcode-file"],
    ["a flag for a VNC server that is far", ["--vnc", "203.0.113.7:5900", "--name", "x", "--port", "0"], "--yes-plain"],
    ["a seal to a cloud beyond this machine", [...NAMED, "--cloud", "http://10.1.2.3:4174"], "--yes-plain"],
  ])("[AGENT-2] demands %s", async (_what, flags, named) => {
    const { code, out, err } = await run(...flags, "--config", join(newFolder(), "agent"))
    expect([code, out, err.trim().split("\n")]).toEqual([2, "", [expect.stringContaining(named)]])
  })

  test("[AGENT-1] says when it is ready, with what others need, and ends cleanly on either signal", async () => {
    const vnc = await startVnc(goodVnc())
    const config = join(newFolder(), "agent")
    const flags = ["--vnc", `localhost:${vnc.port}`, "--name", "Workshop", "--port", "0", "--config", config]
    const lines: string[] = []
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      const { child, output, ended } = begin(...flags, "--listen", "127.0.0.1", "--passcode-file", secret("1234\n"))
      const line = () => output.out.split("\n").find((one) => one.startsWith("ready "))
      await expect.poll(line, { timeout: 60_000 }).toBeDefined()
      lines.push(line() ?? "")
      child.kill(signal)
      expect([await ended, output.err]).toEqual([0, ""])
    }
    const [first, second] = lines.map((line) => JSON.parse(line.slice("ready ".length)))
    expect(first).toEqual({
      did: expect.stringMatching(/^agent-[0-9a-f]{16}$/),
      address: expect.stringMatching(/^127\.0\.0\.1:[0-9]+$/),
      fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    expect(second).toEqual({ ...first, address: second.address })
  })

  test("[AGENT-1] starts without its VNC server, and says that it is away", async () => {
    const vnc = await startVnc(goodVnc())
    vnc.stop()
    const path = secret("1234")
    chmodSync(path, 0o644)
    const flags = ["--vnc", `127.0.0.1:${vnc.port}`, "--name", "x", "--port", "0", "--passcode-file", path]
    const { output } = begin(...flags, "--config", join(newFolder(), "agent"))
    await expect.poll(() => output.out, { timeout: 60_000 }).toContain("ready {")
    await expect.poll(() => output.out).toContain("nothing listens there")
    expect(output.out).toContain(`Other users of this machine may open ${path}.`)
  })

  test("[AGENT-1] a taken port, an address of another machine and a folder that is none are one line each", async () => {
    const taken = createServer().listen(0, "127.0.0.1")
    await new Promise((resolve) => taken.once("listening", resolve))
    onTestFinished(() => void taken.close())
    const address = taken.address()
    const port = typeof address === "object" && address !== null ? String(address.port) : ""
    const config = ["--config", join(newFolder(), "agent")]
    const one = await run(...NAMED, ...config, "--port", port)
    expect([one.code, one.err.trim().split("\n")]).toEqual([1, [expect.stringContaining(`port ${port}: it is taken`)]])
    const passcode = ["--passcode-file", secret("1")]
    const two = await run(...NAMED, ...config, ...passcode, "--listen", "10.255.255.1", "--port", "0")
    expect([two.code, two.err.trim().split("\n")]).toEqual([2, [expect.stringContaining("no address of this machine")]])
    const three = await run(...NAMED, "--port", "0", "--config", join(secret("x"), "agent"))
    expect([three.code, three.err.trim().split("\n")]).toEqual([1, [expect.stringContaining("cannot make the folder")]])
  })
})
