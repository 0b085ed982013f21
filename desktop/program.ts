import { mkdirSync } from "node:fs"
import { homedir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { type BridgeProgram, startBridge } from "../bridge/bridge.ts"
import { newToken } from "../bridge/gate/tokens.ts"
import type { Demo } from "./demo.ts"
import { chooseEngine, type DesktopSystem } from "./engines.ts"
import { createHost, type PageHost } from "./host.ts"
import { type Instance, openInstance } from "./instance.ts"
import { openOutside, pathOfLink } from "./links.ts"
import { Problem, whyOf } from "./problem.ts"
import { openProfile, type Profile, shapeOf } from "./profile.ts"
import { type DesktopAppServer, serveApp, settingsIn } from "./serve.ts"
import type { Window, WindowEngine, WindowReports } from "./window.ts"

/** The desktop program: one process with the bridge and the app's files, and a window that shows them (DESK-1). */

export interface ProgramOptions {
  readonly profile: string
  readonly port: number | undefined
  readonly demo: boolean
  readonly engine: WindowEngine["name"] | undefined
  /** `sightline://…`, as the system hands it over. */
  readonly link: string | null
  readonly say: (line: string) => void
  readonly place?: DesktopSystem
  /** Where a page asked for by a link is opened; the system's browser unless a test listens. */
  readonly openLink?: (address: string) => void
}

/** What `ready` says. */
interface Ready {
  readonly app: string
  readonly pid: number
  readonly engine: string
  readonly cloud?: string
  readonly console?: string
}

export interface Program {
  readonly ready: Ready
  readonly window: Window
  /** Resolves when the window is closed; rejects with `Problem` when it crashed. */
  readonly closed: Promise<void>
  close(): Promise<void>
}

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const DIST = here("../dist")
const ICON = here("../public/icons/mark-192.png")
const PACKED_ICON = join(DIST, "icons", "mark-192.png")

/** Where the system keeps a person's downloads. */
const downloadsFolder = ({ XDG_DOWNLOAD_DIR }: NodeJS.ProcessEnv): string =>
  XDG_DOWNLOAD_DIR ?? join(homedir(), "Downloads")

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
    throw new Problem(`the bridge cannot be started: ${whyOf(error)}`)
  })

const firmwareIn = (settings: unknown): string | undefined => {
  const url = typeof settings === "object" && settings !== null ? Reflect.get(settings, "firmwareUrl") : undefined
  return typeof url === "string" && URL.canParse(url) ? url : undefined
}

/** Ends what has been started, the last first. */
type Closers = (() => unknown)[]
const closeAll = async (closers: Closers): Promise<void> => {
  for (const close of closers.splice(0).reverse()) await close()
}

interface Parts {
  readonly profile: Profile
  readonly server: DesktopAppServer
  readonly demo: Demo | undefined
  readonly bridge: BridgeProgram
}

const startParts = async (options: ProgramOptions, profile: Profile, closers: Closers): Promise<Parts> => {
  const { say } = options
  let demo: Demo | undefined
  const settings = () => demo?.settings ?? settingsIn([profile.folder, DIST])
  settings()
  const server = await serveApp(DIST, profile.port, settings)
  closers.push(server.close)
  if (options.demo) {
    const { startDemo } = await import("./demo.ts")
    demo = await startDemo(server.url, profile.port + 1, profile.folder)
    closers.push(demo.close)
  }
  const bridge = await openBridge(profile, server.url, demo, firmwareIn(settings()), say)
  closers.push(bridge.close)
  return { profile, server, demo, bridge }
}

const openWindow = async (engine: WindowEngine, options: ProgramOptions, parts: Parts, closers: Closers) => {
  const { say } = options
  const { profile, server, bridge } = parts
  const downloads = downloadsFolder(process.env)
  const closing = Promise.withResolvers<void>()
  closing.promise.catch(() => undefined)
  let window: Window | undefined
  const host: PageHost = createHost(bridge, (text) => window?.post(text))
  closers.push(host.close)
  let isShapeKept = true
  const reports: WindowReports = {
    message: host.hear,
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

const followShows = (instance: Instance, window: Window, app: string): void =>
  instance.onShow((link) => {
    const path = link === null ? null : pathOfLink(link)
    if (path !== null) window.load(`${app}${path}`)
    window.present()
  })

/** Undefined when a program of this profile runs and was brought forward. Rejects with `Problem`; then nothing is left running. */
export const startProgram = async (options: ProgramOptions): Promise<Program | undefined> => {
  const closers: Closers = []
  const place = options.place ?? { platform: process.platform, environment: process.env }
  if (options.link !== null && pathOfLink(options.link) === null)
    throw new Problem(
      `"${options.link}" is no link of Sightline: sightline://devices/DID or sightline://invitation/CODE`,
    )
  const profile = openProfile(options.profile, options.port)
  const instance = await openInstance(profile.folder, options.link)
  if (instance === undefined) return undefined
  closers.push(instance.close)
  try {
    const engine = await chooseEngine(place, options.engine, options.say)
    for (const folder of [profile.data, profile.cache, profile.bridgeFolder]) mkdirSync(folder, { recursive: true })
    const parts = await startParts(options, profile, closers)
    const { window, closed } = await openWindow(engine, options, parts, closers)
    closers.push(window.close)
    followShows(instance, window, parts.server.url)
    const { demo, server } = parts
    const urls = demo === undefined ? {} : { cloud: demo.cloud, console: demo.console }
    const ready = { app: server.url, pid: process.pid, engine: window.engine, ...urls }
    return { ready, window, closed, close: () => closeAll(closers) }
  } catch (error) {
    await closeAll(closers)
    throw error instanceof Problem ? error : new Problem(whyOf(error))
  }
}
