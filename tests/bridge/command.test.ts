import { createServer } from "node:net"
import { expect, onTestFinished, test } from "vitest"
import { readyText, runCommand, startCommand } from "../commands/process.ts"
import { newFolder } from "./files.ts"
import { openPage, refusal } from "./running.ts"

/** Runs `npm run bridge` as a person does: a process with flags, output and exit codes. */

const script = "bridge/main.ts"
const FOREIGN = "https://app.example"

const run = (...flags: readonly string[]) => runCommand(script, ...flags)

const ready = async (...flags: readonly string[]) => {
  const started = startCommand(script, "--port", "0", ...flags)
  const { bridge, token }: { bridge: string; token: string } = JSON.parse(await readyText(started))
  return { ...started, bridge, token }
}

test.each([
  [["--bogus"], "--bogus"],
  [["--port", "abc"], "--port"],
  [["--port", "65536"], "--port"],
  [["--token", "a b"], "--token"],
  [["--firmware", "ftp://example.com/latest.txt"], "--firmware"],
  [["--tips", "many"], "--tips"],
  [["extra"], "extra"],
])("[BRIDGE-5] bad use %j: one line that names it, exit code 2", async (flags, named) => {
  const { code, err } = await run(...flags)
  expect([code, err.trim().split("\n")]).toEqual([2, [expect.stringContaining(named)]])
})

test("[BRIDGE-5] a taken port: one line, exit code 1", async () => {
  const holder = createServer()
  await new Promise<void>((resolve) => holder.listen(0, "127.0.0.1", resolve))
  onTestFinished(() => void holder.close())
  const address = holder.address()
  const port = typeof address === "object" ? `${address?.port}` : ""
  const { code, err } = await run("--port", port, "--config", newFolder())
  expect([code, err]).toEqual([1, `bridge: cannot listen on port ${port}: it is taken\n`])
})

test("[BRIDGE-5][MSG-6] alone it opens to a program with its token, tells the flags it was given, and ends on SIGTERM", async () => {
  const folder = newFolder()
  const { bridge, token, child, ended, output } = await ready("--config", folder, "--tips", "258", "--latest", "9.1.0")
  const page = await openPage(bridge, { token })
  await page.wait("hello")
  expect(await page.wait("linux_tips")).toEqual({ type: "linux_tips", flags: 258 })
  expect((await page.wait("app_version")).latest).toBe("9.1.0")
  expect(await refusal(bridge, { origin: FOREIGN, token })).toMatchObject({ status: 403 })
  child.kill("SIGTERM")
  expect(await ended).toBe(0)
  expect(output.err).toBe("")
})

test("[BRIDGE-5] alone it is paired with an app from another origin, which the command lists and revokes", async () => {
  const folder = newFolder()
  const { bridge, output } = await ready("--config", folder)
  const headers = { origin: FOREIGN, "content-type": "application/json" }
  const url = bridge.replace("ws:", "http:")
  await fetch(`${url}/pairing`, { method: "POST", headers })
  const code = () => /^ *([0-9]{6})$/m.exec(output.out)?.[1] ?? ""
  await expect.poll(code).not.toBe("")
  const paired = await fetch(`${url}/pairing/code`, { method: "POST", headers, body: JSON.stringify({ code: code() }) })
  const { token }: { token: string } = await paired.json()
  const page = await openPage(bridge, { origin: FOREIGN, token })
  await page.wait("hello")

  expect((await run("--config", folder, "--origins")).out).toContain(FOREIGN)
  expect((await run("--config", folder, "--revoke", "https://other.example")).code).toBe(1)
  expect(await run("--config", folder, "--revoke", FOREIGN)).toMatchObject({ code: 0, err: "" })
  expect(await page.closed).toBe(1008)
  expect((await run("--config", folder, "--origins")).out).toBe("No origin is paired.\n")
})
