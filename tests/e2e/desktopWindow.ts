import { type ChildProcess, fork, spawn } from "node:child_process"
import { randomInt } from "node:crypto"
import { once } from "node:events"
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { expect, onTestFinished } from "vitest"
import { localSettings } from "../../emulator/node/settings.ts"
import { registryFile, registryFolder } from "../../src/domain/wire/device/registry.ts"

/** The desktop program in a real window on a virtual screen (Debian: gjs, gir1.2-webkit2-4.1, xvfb). */

const DRIVEN = fileURLToPath(new URL("desktopDriven.ts", import.meta.url))

/** A new display. The server chooses a free number. */
const openDisplay = async (): Promise<string> => {
  const server = spawn("Xvfb", ["-displayfd", "1", "-screen", "0", "1400x1000x24", "-nolisten", "tcp"], {
    stdio: ["ignore", "pipe", "ignore"],
  })
  onTestFinished(() => void server.kill())
  const [number]: Buffer[] = await once(server.stdout, "data")
  return `:${String(number).trim()}`
}

/** Below the ports that systems give to connections, so that nothing takes one between two starts of a program. */
const FIRST_PORT = 20_000
const PAIRS = 6_000

const isFree = async (port: number): Promise<boolean> => {
  const server = createServer().listen(port, "127.0.0.1")
  const isListening = await once(server, "listening").then(
    () => true,
    () => false,
  )
  server.close()
  return isListening
}

/** A port whose next port is free too, for the demo's cloud. */
export const freePort = async (): Promise<number> => {
  const port = FIRST_PORT + 2 * randomInt(PAIRS)
  return (await isFree(port)) && (await isFree(port + 1)) ? port : freePort()
}

export interface WindowProfile {
  readonly folder: string
  readonly port: number
  readonly display: string
  readonly environment: NodeJS.ProcessEnv
  readonly downloads: string
}

/**
 * A temporary folder in which a bridge finds only the devices of this cloud. Stacks of other test files run at the same
 * time, and their devices have the same names and ids.
 */
const temporaryFolder = (folder: string, cloud: string | null): string => {
  const own = join(folder, "tmp")
  const user = registryFolder(String(process.getuid?.() ?? "user"))
  mkdirSync(join(own, user), { recursive: true, mode: 0o700 })
  if (cloud === null) return own
  const file = registryFile(Number(new URL(cloud).port))
  symlinkSync(join(tmpdir(), user, file), join(own, user, file))
  return own
}

/** A profile of a new user, with the settings and devices of this cloud, or of the program's own demo. */
export const newProfile = async (cloud: string | null): Promise<WindowProfile> => {
  const folder = mkdtempSync(join(tmpdir(), "sightline-desktop-"))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  const settings = cloud === null ? null : { ...localSettings(cloud, ""), bridge: null }
  if (settings !== null) writeFileSync(join(folder, "config.json"), JSON.stringify(settings))
  const display = await openDisplay()
  const environment = {
    ...process.env,
    TMPDIR: temporaryFolder(folder, cloud),
    DISPLAY: display,
    WAYLAND_DISPLAY: "",
    XDG_DOWNLOAD_DIR: join(folder, "Downloads"),
  }
  return { folder, port: await freePort(), display, environment, downloads: environment.XDG_DOWNLOAD_DIR }
}

export interface DesktopWindow {
  readonly child: ChildProcess
  /** The value of an expression in the page. */
  readonly run: (script: string) => Promise<unknown>
  readonly text: () => Promise<string>
  /** Presses the first button, link or option of this name. */
  readonly press: (name: string) => Promise<boolean>
  /** Types into the field of this name. */
  readonly fill: (label: string, value: string) => Promise<boolean>
  readonly links: readonly string[]
  readonly said: readonly string[]
  readonly kill: () => Promise<void>
  /** Ends the program as the end of a desktop session does. */
  readonly quit: () => Promise<void>
}

const PATIENCE = { timeout: 60_000, interval: 200 }

const PRESS = `(name) => {
  const named = (element) => (element.getAttribute("aria-label") ?? element.innerText ?? "").trim()
  const found = [...document.querySelectorAll("button, a, [role=menuitem], [role=option]")].find((one) => named(one) === name && !one.disabled)
  if (found === undefined) return false
  found.focus()
  const at = { bubbles: true, cancelable: true, pointerType: "mouse", button: 0, pointerId: 1, isPrimary: true }
  found.dispatchEvent(new PointerEvent("pointerdown", at))
  found.dispatchEvent(new PointerEvent("pointerup", at))
  found.click()
  return true
}`
const FILL = `(label, value) => {
  const labels = [...document.querySelectorAll("label")].filter((one) => one.innerText.trim() === label)
  const field = labels.map((one) => one.control).find(Boolean) ?? document.querySelector(\`input[aria-label="\${label}"]\`)
  if (!field) return false
  field.focus()
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set.call(field, value)
  field.dispatchEvent(new InputEvent("input", { bubbles: true, data: value }))
  return true
}`

/** Starts the program, or the packed one, with this profile, and waits until its page shows text. */
export const openDesktop = async (
  { folder, port, environment }: WindowProfile,
  packed: readonly string[] = [],
): Promise<DesktopWindow> => {
  const child = fork(DRIVEN, [folder, String(port), ...packed], {
    env: environment,
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  })
  const ended = once(child, "exit")
  const waiting = new Map<number, (value: unknown) => void>()
  const links: string[] = []
  const said: string[] = []
  let asked = 0
  const ready = Promise.withResolvers<void>()
  child.on("exit", (code) => ready.reject(new Error(`the program ended with ${code}: ${said.join(" ")}`)))
  child.on("message", (message: Readonly<Record<string, unknown>>) => {
    if ("ready" in message) ready.resolve()
    if (typeof message.link === "string") links.push(message.link)
    if (typeof message.said === "string") said.push(message.said)
    if (typeof message.id === "number") waiting.get(message.id)?.(message.value)
  })
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal)
    await ended
  }
  onTestFinished(() => end("SIGTERM"))
  await ready.promise
  const run = (script: string): Promise<unknown> =>
    new Promise((resolve) => {
      asked += 1
      waiting.set(asked, resolve)
      if (child.connected) child.send({ id: asked, script })
      else resolve(undefined)
    })
  const text = async (): Promise<string> => String(await run("document.body.innerText"))
  await expect.poll(text, PATIENCE).toMatch(/\S/)
  return {
    child,
    run,
    text,
    press: async (name) => (await run(`(${PRESS})(${JSON.stringify(name)})`)) === true,
    fill: async (label, value) => (await run(`(${FILL})(${JSON.stringify(label)}, ${JSON.stringify(value)})`)) === true,
    links,
    said,
    kill: () => end("SIGKILL"),
    quit: () => end("SIGTERM"),
  }
}
