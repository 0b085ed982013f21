import { execFileSync, spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest"
import { showFirst } from "../../desktop/instance.ts"
import { lackForDesktop } from "../environment/engineLack.ts"
import { openXScreen } from "../environment/xScreen.ts"
import { type DesktopWindow, newProfile, openDesktop, type WindowProfile } from "./desktopWindow.ts"
import { fieldOf } from "./journal.ts"
import { startWorld } from "./world.ts"

/** The packed program with a real window, from the sign-in to an action that waited while the program was killed. */

const world = startWorld({ hasBridge: true })

/** Timeout for the engine of a slow machine, whose first pages take long. */
const PATIENCE = { timeout: 60_000, interval: 250 }
const PASSCODE = "open-sesame-2468"
const NEW_NAME = "Desk by the window"
const NEW_BUILD = 241204091500
/**
 * Step of the emulator's clock: a device restarts for most of a minute, and the test need not wait for it in real time.
 */
const STEP_MS = 10_000

const lack = await lackForDesktop()
if (lack !== null) console.info(`The desktop program was not opened: ${lack}`)

const until = async (act: () => Promise<boolean>, what: string) =>
  expect.poll(act, { ...PATIENCE, message: what }).toBe(true)
const says = (window: DesktopWindow) => expect.poll(window.text, PATIENCE)
const submit = (window: DesktopWindow) => window.run("document.activeElement.form.requestSubmit()")

const signIn = async (window: DesktopWindow) => {
  await until(() => window.fill("Email", "owner@example.com"), "the field Email")
  await until(() => window.fill("Password", "sightline"), "the field Password")
  await until(() => window.press("Sign in"), "the button Sign in")
  await says(window).toContain("Control room A")
  await until(() => window.press("Account"), "the link to the account")
  await says(window).toContain("Connected main accounts")
  // The name of the link also has the number of devices.
  await window.run("document.querySelector('a[href=\"/devices\"]').click(); 0")
  // The page has no token of the bridge, and its address has no secret.
  expect(await window.run("typeof window.sightlineApp")).toBe("undefined")
  expect(await window.run("Object.keys(localStorage).includes('bridgeToken')")).toBe(false)
}

/**
 * Updates a device. Meanwhile the window asks before it closes, and a link of the system is opened and closes the
 * question.
 */
const update = async (window: DesktopWindow, { display, folder }: WindowProfile) => {
  const { stack } = world
  await until(() => window.press("Update firmware of Green room"), "the button that updates")
  await says(window).toContain(String(NEW_BUILD))
  await until(() => window.press("Update firmware"), "the button that begins")
  await says(window).toContain("This dialog stays open until the update ends.")
  await window.run("addEventListener('beforeunload', (event) => { window.asked = event.returnValue }); 0")
  const screen = await openXScreen(display)
  onTestFinished(screen.close)
  screen.click(5, 5)
  // Repeats a key press that the window missed. While the question is visible, a further press has no effect.
  await expect
    .poll(() => {
      screen.press("Control", "q")
      return window.run("window.asked ?? ''")
    }, PATIENCE)
    .toMatch(/^A firmware update is running/)
  const linked = `/devices/${(await stack.device("Control room A")).did}`
  await window.run("window.asked = null; 0")
  expect(await showFirst(folder, `sightline:/${linked}`)).toBe(true)
  await expect.poll(() => window.run("[location.pathname, window.asked]"), PATIENCE).toEqual([linked, null])
  await window.run("history.back(); 0")
  await expect
    .poll(async () => {
      await stack.advanceClock(STEP_MS)
      return [(await stack.device("Green room")).build, /Updating firmware/.test(await window.text())]
    }, PATIENCE)
    .toEqual([NEW_BUILD, false])
  // The first installed version is no new version of the app.
  expect(await window.text()).not.toContain("A new version is ready.")
}

const scanAndView = async (window: DesktopWindow) => {
  await until(async () => {
    if (await window.press("Add address")) return true
    await window.press("On this network")
    return false
  }, "the page of the network")
  await until(() => window.fill("IP address or subnet", "127.0.1.*"), "the field of addresses")
  await submit(window)
  await until(() => window.press("Scan network"), "the button that scans")
  await says(window).toContain("Rack 3")
  await until(() => window.press("Connect to Rack 3"), "the button that connects")
  await says(window).toContain("Device passcode")
  await until(() => window.fill("Passcode", PASSCODE), "the field Passcode")
  await submit(window)
  // Only a running picture has a delay.
  await says(window).toMatch(/[0-9]+ ms/)
  expect(await window.run("document.title")).toMatch(/^Rack 3.*Sightline$/)
  await until(() => window.press("Back to devices"), "the way back")
}

const OUTBOX = `document.querySelector("button[title='Outbox, 1 action waiting']")`
/** The outbox lists the rename that waits. */
const seeWaiting = async (window: DesktopWindow) => {
  await until(
    async () => (await window.run(`${OUTBOX}?.click() === undefined && ${OUTBOX} !== null`)) === true,
    "the outbox",
  )
  await says(window).toMatch(new RegExp(`Rename \\W*Control room A\\W* to \\W*${NEW_NAME}[^]*\\bQueued\\b`))
}

const rename = async (window: DesktopWindow) => {
  await window.run("navigator.setAppBadge = (count) => Promise.resolve((window.badge = count)); 0")
  await until(() => window.press("Actions for Control room A"), "the menu of a device")
  await until(() => window.press("Rename"), "the item that renames")
  await until(() => window.fill("Name", NEW_NAME), "the field Name")
  await submit(window)
  await says(window).toContain(NEW_NAME)
  await expect.poll(() => window.run("window.badge"), PATIENCE).toBe(1)
  await seeWaiting(window)
}

const exportAndOpen = async (window: DesktopWindow, downloads: string) => {
  await until(() => window.press("Settings"), "the link to the settings")
  await until(() => window.press("Export"), "the button that exports")
  await says(window).toContain(`is saved in ${downloads}.`)
  const [file = "", ...more] = readdirSync(downloads)
  expect(more).toEqual([])
  const log = readFileSync(join(downloads, file), "utf8")
  await window.run("location.href = '/log'; 0")
  const choose = `(() => {
    const input = document.querySelector("input[data-file-input]")
    if (input === null) return false
    const chosen = new DataTransfer()
    chosen.items.add(new File([${JSON.stringify(log)}], ${JSON.stringify(file)}))
    input.files = chosen.files
    return input.dispatchEvent(new Event("change", { bubbles: true }))
  })()`
  await until(async () => (await window.run(choose)) === true, "the field for a file")
  const headings = "[...document.querySelectorAll('h1, h2')].map(({ innerText }) => innerText.trim())"
  await expect.poll(() => window.run(headings), PATIENCE).toContain(file)
}

describe.each(lack === null ? ["WebKitGTK"] : [])("the desktop program in %s", () => {
  let release = ""
  beforeAll(() => {
    release = mkdtempSync(join(tmpdir(), "sightline-release-"))
    execFileSync(process.execPath, ["desktop/pack.ts", release], { stdio: "ignore" })
  })
  afterAll(() => rmSync(release, { recursive: true, force: true }))
  const packed = (end: string): string => join(release, readdirSync(release).find((name) => name.endsWith(end)) ?? "")
  const emptyFolder = (): string => {
    const folder = mkdtempSync(join(tmpdir(), "sightline-empty-"))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
    return folder
  }

  test("[DESK-1][DESK-3][DESK-4][DESK-5][DESK-6][BRIDGE-1][BRIDGE-6][AUTH-10][CARD-3][ENGINE-1] the packed program signs in, updates, scans and shows devices, and sends once what waited when it was killed", async () => {
    const { stack } = world
    const folder = emptyFolder()
    execFileSync("tar", ["-xzf", packed("linux.tar.gz"), "-C", folder])
    const profile = await newProfile(stack.cloud)
    const rack = await stack.device("Rack 3")
    await stack.patchDevice(rack.did, { passcode: PASSCODE })
    const script = [join(folder, "program/desktop/program.js")]
    const first = await openDesktop(profile, script)
    await signIn(first)
    await update(first, profile)
    await scanAndView(first)

    // A rename waits because the cloud is down. It outlives the program.
    await stack.fault({ fault: "drop-request", times: 10_000 })
    await rename(first)
    await first.kill()
    const applied = async () => (await stack.requests("rename_device")).filter((entry) => entry.applied)
    expect(await applied()).toEqual([])

    // After a restart the program shows its data without a cloud, and sends the rename once.
    const second = await openDesktop(profile, script)
    await says(second).toContain(NEW_NAME)
    await says(second).toMatch(/\b(?:sec|min|hr|days?)\.? ago\b/)
    await seeWaiting(second)
    await stack.clearFaults()
    await expect.poll(async () => (await stack.device(NEW_NAME)).name, PATIENCE).toBe(NEW_NAME)
    expect((await applied()).map((entry) => fieldOf(entry, "title"))).toEqual([NEW_NAME])
    await says(second).toContain("Outbox, empty")
    const isWeb = (await stack.requests("loginWithToken")).map((entry) => fieldOf(entry, "isWeb"))
    expect(new Set(isWeb)).toEqual(new Set([false]))
    await second.quit()

    // The repository's program continues with the same profile, and has nothing left to send.
    const third = await openDesktop(profile)
    await exportAndOpen(third, profile.downloads)
    expect(await applied()).toHaveLength(1)
  })

  test("[DESK-6] the Debian package installs what it says, and starts", async () => {
    const root = emptyFolder()
    install(packed("_all.deb"), root)
    const home = join(root, "usr/lib/sightline")
    expect(readlinkSync(join(root, "usr/bin/sightline"))).toBe("/usr/lib/sightline/sightline")
    expect(readFileSync(join(root, "usr/share/applications/sightline.desktop"), "utf8")).toContain("Exec=sightline %u")
    const { folder, port, environment } = await newProfile(null)
    const started = ["--demo", "--port", String(port), "--profile", join(folder, "profile")]
    const env = { ...environment, SIGHTLINE_NODE: process.execPath }
    const child = spawn(join(home, "sightline"), started, { cwd: folder, env, stdio: ["ignore", "pipe", "inherit"] })
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
  })
})

/**
 * Installs into a separate system below `root`, without the package's dependencies. Without root rights it only unpacks
 * there.
 */
const install = (deb: string, root: string): void => {
  const depends = execFileSync("dpkg-deb", ["--field", deb, "Depends"], { encoding: "utf8" })
  expect(depends.trim()).toBe("nodejs (>= 24), gjs, gir1.2-webkit2-4.1, xdg-utils")
  if (process.getuid?.() !== 0) return void execFileSync("dpkg-deb", ["--extract", deb, root])
  const state = join(root, "var/lib/dpkg")
  for (const folder of ["info", "updates"]) mkdirSync(join(state, folder), { recursive: true })
  writeFileSync(join(state, "status"), "")
  execFileSync("dpkg", [`--root=${root}`, "--force-depends", "--install", deb], { stdio: "ignore" })
  const about = execFileSync("dpkg-query", [`--admindir=${state}`, "--status", "sightline"], { encoding: "utf8" })
  expect(about).toContain("Status: install ok installed")
}

test("[DESK-1] the program ends with one sentence where no window can be opened", () => {
  const { DISPLAY: _display, WAYLAND_DISPLAY: _wayland, ...environment } = process.env
  const { status, stderr } = spawnSync(process.execPath, ["desktop/main.ts", "--profile", "/proc/none"], {
    env: environment,
    encoding: "utf8",
  })
  expect(status).toBe(1)
  expect(stderr).toMatch(/^desktop: [^\n]+\n$/)
  // A text that is certainly no link is bad use.
  const wrong = spawnSync(process.execPath, ["desktop/main.ts", "sightline://devices/../x"], { encoding: "utf8" })
  expect(wrong.status).toBe(2)
  expect(wrong.stderr).toMatch(/^desktop: "sightline:[^\n]+ is no link of Sightline[^\n]+\n$/)
})
