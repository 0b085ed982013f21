import { execFileSync, spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { mkdirSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { describe, expect, onTestFinished, test } from "vitest"
import { lackForDesktop } from "../environment/engineLack.ts"
import { newProfile, openDesktop } from "./desktopWindow.ts"
import { fieldOf } from "./journal.ts"
import { startWorld } from "./world.ts"

/** The program with a window of its own, from the sign-in to what waited while it was killed. */

const world = startWorld({ hasBridge: true })

/** The engine of a slow machine, whose first pages take their time. */
const PATIENCE = { timeout: 60_000, interval: 250 }
const PASSCODE = "open-sesame-2468"
const NEW_NAME = "Desk by the window"

const lack = await lackForDesktop()
if (lack !== null) console.info(`The desktop program was not opened: ${lack}`)

describe.each(lack === null ? ["WebKitGTK"] : [])("the desktop program in %s", () => {
  test("[DESK-1][DESK-3][DESK-4][DESK-5][BRIDGE-1][BRIDGE-6][AUTH-10][CARD-3][ENGINE-1] signs in, scans, shows a device, and sends once what waited when it was killed", async () => {
    const { stack } = world
    const profile = await newProfile(stack.cloud)
    const rack = await stack.device("Rack 3")
    await stack.patchDevice(rack.did, { passcode: PASSCODE })
    const first = await openDesktop(profile)
    const until = async (act: () => Promise<boolean>, what: string) =>
      expect.poll(act, { ...PATIENCE, message: what }).toBe(true)
    await until(() => first.fill("Email", "owner@example.com"), "the field Email")
    await until(() => first.fill("Password", "sightline"), "the field Password")
    await until(() => first.press("Sign in"), "the button Sign in")
    await expect.poll(first.text, PATIENCE).toContain("Control room A")

    // The page holds no token of the bridge, and its address none of anything.
    expect(await first.run("typeof window.sightlineApp")).toBe("undefined")
    expect(await first.run("Object.keys(localStorage).includes('bridgeToken')")).toBe(false)

    await until(() => first.press("Scan this network"), "the link to the network")
    await until(() => first.press("Add address"), "the button that shows the field")
    await until(() => first.fill("IP address or subnet", "127.0.1.*"), "the field of addresses")
    await first.run("document.activeElement.form.requestSubmit()")
    await until(() => first.press("Scan network"), "the button that scans")
    await expect.poll(first.text, PATIENCE).toContain("Rack 3")
    await until(() => first.press("Connect to Rack 3"), "the button that connects")
    await expect.poll(first.text, PATIENCE).toContain("Device passcode")
    await until(() => first.fill("Passcode", PASSCODE), "the field Passcode")
    await first.run("document.activeElement.form.requestSubmit()")
    // Only a picture that moves has a delay.
    await expect.poll(first.text, PATIENCE).toMatch(/[0-9]+ ms/)
    expect(await first.run("document.title")).toMatch(/^Rack 3.*Sightline$/)

    // A rename that cannot be sent, because the cloud is down, outlives the program.
    await stack.fault({ fault: "drop-request", times: 10_000 })
    await until(() => first.press("Back to devices"), "the way back")
    await until(() => first.press("Actions for Control room A"), "the menu of a device")
    await until(() => first.press("Rename"), "the item that renames")
    await until(() => first.fill("Name", NEW_NAME), "the field Name")
    await first.run("document.activeElement.form.requestSubmit()")
    await expect.poll(first.text, PATIENCE).toContain(NEW_NAME)
    await first.kill()
    const applied = async () => (await stack.requests("rename_device")).filter((entry) => entry.applied)
    expect(await applied()).toEqual([])

    // It starts without a cloud, shows what it knew, and sends the rename once.
    const second = await openDesktop(profile)
    await expect.poll(second.text, PATIENCE).toContain(NEW_NAME)
    await stack.clearFaults()
    await expect.poll(async () => (await stack.device(NEW_NAME)).name, PATIENCE).toBe(NEW_NAME)
    expect((await applied()).map((entry) => fieldOf(entry, "title"))).toEqual([NEW_NAME])
    const isWeb = (await stack.requests("loginWithToken")).map((entry) => fieldOf(entry, "isWeb"))
    expect(new Set(isWeb)).toEqual(new Set([false]))
  })

  test("[DESK-6] the packed archive starts from an empty folder, and the Debian package names what it needs", async () => {
    const { folder, port, environment } = await newProfile(null)
    const release = join(folder, "release")
    execFileSync(process.execPath, ["desktop/pack.ts", release], { stdio: "ignore" })
    const [archive = "", deb = ""] = readdirSync(release).toSorted()
    expect([archive, deb]).toEqual([expect.stringMatching(/linux\.tar\.gz$/), expect.stringMatching(/_all\.deb$/)])
    const empty = join(folder, "empty")
    mkdirSync(empty)
    execFileSync("tar", ["-xzf", join(release, archive), "-C", empty])
    const started = ["--demo", "--port", String(port), "--profile", join(folder, "profile")]
    const env = { ...environment, SIGHTLINE_NODE: process.execPath }
    const child = spawn("./sightline", started, { cwd: empty, env, stdio: ["ignore", "pipe", "inherit"] })
    const ended = once(child, "exit")
    onTestFinished(() => void child.kill("SIGKILL"))
    let ready = ""
    for await (const line of createInterface({ input: child.stdout })) {
      ready = line
      if (line.startsWith("ready ")) break
    }
    expect(JSON.parse(ready.replace(/^ready /, ""))).toMatchObject({
      app: `http://127.0.0.1:${port}`,
      pid: child.pid,
      engine: expect.stringMatching(/^WebKitGTK/),
    })
    child.kill("SIGTERM")
    expect(await ended).toEqual([0, null])
    const about = execFileSync("dpkg-deb", ["--field", join(release, deb), "Depends"], { encoding: "utf8" })
    expect(about.trim()).toBe("nodejs (>= 24), gjs, gir1.2-webkit2-4.1, xdg-utils")
  })
})

test("[DESK-1] the program ends with one sentence where no window can be opened", () => {
  const { DISPLAY: _display, WAYLAND_DISPLAY: _wayland, ...environment } = process.env
  const { status, stderr } = spawnSync(process.execPath, ["desktop/main.ts", "--profile", "/proc/none"], {
    env: environment,
    encoding: "utf8",
  })
  expect(status).toBe(1)
  expect(stderr).toMatch(/^desktop: [^\n]+\n$/)
})
