import { mkdirSync } from "node:fs"
import { homedir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { type BridgeProgram, startBridge } from "../bridge/bridge.ts"
import { newToken } from "../bridge/gate/tokens.ts"
import type { Demo } from "./demo.ts"
import { downloadsFolder } from "./downloads.ts"
import { chooseEngine, type DesktopSystem } from "./engines.ts"
import { createHost, type PageHost } from "./host.ts"
import { type Instance, openInstance, showFirst } from "./instance.ts"
import { createIntake } from "./intake.ts"
import { openOutside, pathOfLink } from "./links.ts"
import { Problem, sentenceOf, UsageProblem } from "./problem.ts"
import { openProfile, type Profile, shapeOf } from "./profile.ts"
import { type DesktopAppServer, PortTaken, serveApp, settingsIn } from "./serve.ts"
import { openScriptFor } from "./shell.ts"
import type { Window, WindowEngine, WindowReports } from "./window.ts"

/** The desktop program: one process with the bridge and the app's files, and a window that shows them (DESK-1). */

export interface ProgramOptions {
  readonly profile: string
  readonly port: number | undefined
  readonly demo: boolean
  readonly engine: WindowEngine["name"] | undefined
  /** `sightline://…`, as the system delivers it. */
  readonly link: string | null
  readonly say: (line: string) => void
  readonly system?: DesktopSystem
  /** Opens a page for a link. Default: the system's browser. Tests replace it. */
  readonly openLink?: (address: string) => void
}

/** The content of the `ready` message. */
interface Ready {
  readonly app: string
  readonly pid: number
  readonly engine: string
  readonly cloud?: string
  readonly console?: string
}

export interface Program {
  readonly ready: Ready
  /** How to sign in to the demo. */
  readonly hint?: string
  readonly window: Window
  /** Resolves when the window is closed; rejects with `Problem` when it crashed. */
  readonly closed: Promise<void>
  close(): Promise<void>
}

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const DIST = here("../dist")
const ICON = here("../public/icons/mark-192.png")
const PACKED_ICON = join(DIST, "icons", "mark-192.png")

const openBridge = (
  profile: Profile,
  app: string,
  demo: Demo | undefined,
  firmwareUrl: string | undefined,
  say: (line: string) => void,
) =>
  startBridge({
    port: 0,
    token: newToken(),
    ownOrigins: [app],
    folder: profile.bridgeFolder,
    ...(firmwareUrl !== undefined && { firmwareUrl }),
    ...(demo !== undefined && { registry: demo.registry }),
    say,
  }).catch((error: unknown) => {
    throw new Problem(`the bridge cannot be started: ${sentenceOf(error)}`)
  })

const firmwareIn = (settings: unknown): string | undefined => {
  const url = typeof settings === "object" && settings !== null ? Reflect.get(settings, "firmwareUrl") : undefined
  return typeof url === "string" && URL.canParse(url) ? url : undefined
}

/** The functions that end the started parts, the last part first. */
type Closers = (() => unknown)[]
const closeAll = async (closers: Closers): Promise<void> => {
  for (const close of closers.splice(0).reverse()) await close()
}

const systemOf = ({ system }: ProgramOptions): DesktopSystem =>
  system ?? { platform: process.platform, environment: process.env }

/** Characters of an invalid link in the message about it. */
const LINK_SHOWN = 100
/**
 * Number of tries for the port, and pause between them, ms: the program that has it may start or end at this moment.
 */
const PORT_TRIES = 10
const PORT_RETRY_MS = 200

/**
 * Serves the app at the port of the profile, which one program at a time can have. Undefined when a program of the same
 * profile has it: that program was brought to the front.
 */
const servePage = async (
  { link }: ProgramOptions,
  profile: Profile,
  settings: () => unknown,
): Promise<DesktopAppServer | undefined> => {
  for (let tries = 1; ; tries += 1) {
    if (await showFirst(profile.folder, link)) return undefined
    try {
      return await serveApp(DIST, profile.port, settings)
    } catch (error) {
      if (!(error instanceof PortTaken) || tries === PORT_TRIES) throw error
      await sleep(PORT_RETRY_MS)
    }
  }
}

interface Parts {
  readonly profile: Profile
  readonly server: DesktopAppServer
  readonly instance: Instance
  readonly demo: Demo | undefined
  readonly bridge: BridgeProgram
}

const startParts = async (options: ProgramOptions, profile: Profile, closers: Closers): Promise<Parts | undefined> => {
  let demo: Demo | undefined
  const settings = () => demo?.settings ?? settingsIn([profile.folder, DIST])
  settings()
  const server = await servePage(options, profile, settings)
  if (server === undefined) return undefined
  closers.push(server.close)
  const instance = await openInstance(profile.folder)
  closers.push(instance.close)
  for (const folder of [profile.data, profile.cache, profile.bridgeFolder])
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (options.demo) {
    const { startDemo } = await import("./demo.ts")
    demo = await startDemo(server.url, profile.port + 1, profile.folder, options.say)
    closers.push(demo.close)
  }
  const bridge = await openBridge(profile, server.url, demo, firmwareIn(settings()), options.say)
  closers.push(bridge.close)
  return { profile, server, instance, demo, bridge }
}

const openWindow = async (engine: WindowEngine, options: ProgramOptions, parts: Parts, closers: Closers) => {
  const { say } = options
  const { profile, server, bridge } = parts
  const { environment, platform } = systemOf(options)
  const downloads = downloadsFolder(environment, platform, homedir())
  const closing = Promise.withResolvers<void>()
  closing.promise.catch(() => undefined)
  let window: Window | undefined
  const host: PageHost = createHost(bridge, (text) => window?.post(text), say)
  closers.push(host.close)
  let isShapeKept = true
  const reports: WindowReports = {
    judge: createIntake(say).judge,
    message: host.receive,
    link: options.openLink ?? ((address) => openOutside(address, say)),
    saved: (name, error) => {
      say(error === undefined ? `Saved ${join(downloads, name)}` : `${name} was not saved: ${error}`)
      host.saved(name, downloads, error)
    },
    shape: (shape) => {
      const wasKept = isShapeKept
      isShapeKept = profile.keepShape(shapeOf(shape, profile.shape()))
      if (wasKept && !isShapeKept) say(`The size of the window cannot be kept in ${profile.folder}: is the disk full?`)
    },
    crashed: (again) =>
      say(again ? "The page crashed again: the window is closed." : "The page crashed and is loaded again."),
    closed: (problem) => (problem === undefined ? closing.resolve() : closing.reject(new Problem(problem))),
  }
  const path = options.link === null ? null : pathOfLink(options.link)
  const opened = await engine.open(
    {
      url: `${server.url}${path ?? "/"}`,
      data: profile.data,
      cache: profile.cache,
      downloads,
      shape: profile.shape(),
      icon: iconFile(),
    },
    reports,
  )
  window = opened
  return { window: opened, closed: closing.promise }
}

const iconFile = (): string => (import.meta.url.endsWith(".ts") ? ICON : PACKED_ICON)

/** Shows the link without a reload: a reload would lose the work of the page, or ask the person first. */
const showLink = async (link: string, window: Window, app: string): Promise<void> => {
  const path = pathOfLink(link)
  if (path === null) return
  const isTaken = await window.evaluate(openScriptFor(path)).catch(() => false)
  if (isTaken !== true) window.load(`${app}${path}`)
}

const followShows = (instance: Instance, window: Window, app: string): void =>
  instance.onShow((link) => {
    window.present()
    if (link !== null) void showLink(link, window, app)
  })

/**
 * Undefined when a program of this profile already runs and was brought to the front. Rejects with `Problem` after it
 * has ended all started parts.
 */
export const startProgram = async (options: ProgramOptions): Promise<Program | undefined> => {
  const closers: Closers = []
  if (options.link !== null && pathOfLink(options.link) === null)
    throw new UsageProblem(
      `${JSON.stringify(options.link.slice(0, LINK_SHOWN))} is no link of Sightline: sightline://devices/DID or sightline://invitation/CODE`,
    )
  const profile = openProfile(options.profile, options.port)
  if (await showFirst(profile.folder, options.link)) return undefined
  try {
    const engine = await chooseEngine(systemOf(options), options.engine, options.say)
    const parts = await startParts(options, profile, closers)
    if (parts === undefined) return undefined
    const { window, closed } = await openWindow(engine, options, parts, closers)
    const { demo, server, instance } = parts
    // The instance closes last, so that a second start meanwhile waits for the end of this one.
    closers.push(window.close, instance.close)
    followShows(instance, window, server.url)
    const urls = demo === undefined ? {} : { cloud: demo.cloud, console: demo.console }
    const ready = { app: server.url, pid: process.pid, engine: window.engine, ...urls }
    const hint = demo === undefined ? {} : { hint: demo.hint }
    return { ready, ...hint, window, closed, close: () => closeAll(closers) }
  } catch (error) {
    // No page was ever at this port, so the next start may choose another one.
    if (closers.length === 0) profile.forgetPort()
    await closeAll(closers)
    if (error instanceof PortTaken && profile.isNew)
      throw new Problem(`port ${profile.port} is taken by another program: start with --port and another number`)
    throw error instanceof Problem ? error : new Problem(sentenceOf(error))
  }
}
