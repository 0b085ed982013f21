import { randomUUID } from "node:crypto"
import { existsSync, linkSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { homedir } from "node:os"
import { dirname, join, resolve } from "node:path"
import { Problem, whyOf } from "./problem.ts"
import type { WindowShape } from "./window.ts"

/**
 * The folder of one person's program (DESK-1): data of the window (log, outbox, passcodes), data of the bridge, the
 * size and position of the window, and the port. Another port would be another origin, without access to the window's
 * data.
 */

/** Increases when a release can no longer read the previous profile. An older release refuses a newer profile. */
const PROFILE_VERSION = 1
const PORT = 4_183
const PORT_MAX = 65_534

/** The ground of the dark theme, which the app shows first (`index.html`). */
const FIRST_SHAPE: WindowShape = { width: 1_280, height: 860, maximized: false, zoom: 1, ground: "#13110f" }
/** A window smaller than this is a mistake, pixels. */
const SIDE_MIN = 200
const SIDE_MAX = 20_000

export interface Profile {
  readonly folder: string
  readonly port: number
  /** The folders of the web engine. */
  readonly data: string
  readonly cache: string
  readonly bridgeFolder: string
  /** True when this start chose the port, so that no data belongs to it yet. */
  readonly isNew: boolean
  /** Lets the next start choose the port of a new profile. */
  forgetPort(): void
  shape(): WindowShape
  /** False when it could not be saved. */
  keepShape(shape: WindowShape): boolean
}

export const defaultProfile = (platform: NodeJS.Platform, environment: NodeJS.ProcessEnv): string => {
  if (platform === "win32") return join(environment.LOCALAPPDATA ?? join(homedir(), "AppData", "Local"), "Sightline")
  if (platform === "darwin") return join(homedir(), "Library", "Application Support", "Sightline", "Desktop")
  return join(environment.XDG_DATA_HOME || join(homedir(), ".local", "share"), "sightline")
}

const field = (of: unknown, name: string): unknown =>
  typeof of === "object" && of !== null ? Reflect.get(of, name) : undefined

/** The JSON of a file. Undefined when the file is missing or invalid. */
const readJson = (file: string): unknown => {
  try {
    return JSON.parse(readFileSync(file, "utf8"))
  } catch {
    return undefined
  }
}

/**
 * Writes whole or not at all: after a full disk or a second start at the same time, the file is the previous one or a
 * whole one.
 */
const writeJson = (file: string, value: unknown, place: (next: string) => void): void => {
  const next = `${file}.${randomUUID()}`
  try {
    writeFileSync(next, `${JSON.stringify(value)}\n`, { mode: 0o600 })
    place(next)
  } finally {
    rmSync(next, { force: true })
  }
}

const replace = (file: string, value: unknown): void => writeJson(file, value, (next) => renameSync(next, file))

/** Keeps an existing file: of two first starts one writes it, and both read the same. Returns true for the writer. */
const writeFirst = (file: string, value: unknown): boolean => {
  let isMade = true
  writeJson(file, value, (next) => {
    try {
      linkSync(next, file)
    } catch (error) {
      if (!existsSync(file)) throw error
      isMade = false
    }
  })
  return isMade
}

const isWithin = (value: unknown, min: number, max: number): value is number =>
  typeof value === "number" && Number.isFinite(value) && value >= min && value <= max

export const shapeOf = (value: unknown, before: WindowShape = FIRST_SHAPE): WindowShape => {
  const [x, y, width, height, zoom] = ["x", "y", "width", "height", "zoom"].map((name) => field(value, name))
  const ground = field(value, "ground")
  const isPlaced = isWithin(x, -SIDE_MAX, SIDE_MAX) && isWithin(y, -SIDE_MAX, SIDE_MAX)
  return {
    ...before,
    ...(isPlaced && { x, y }),
    width: isWithin(width, SIDE_MIN, SIDE_MAX) ? Math.round(width) : before.width,
    height: isWithin(height, SIDE_MIN, SIDE_MAX) ? Math.round(height) : before.height,
    zoom: isWithin(zoom, 0.25, 5) ? zoom : before.zoom,
    maximized: field(value, "maximized") === true,
    ...(typeof ground === "string" && /^#[0-9a-f]{6}$/.test(ground) && { ground }),
  }
}

/**
 * Creates one folder after the other. Node's recursive option loops forever where the system allows no folder, as in
 * `/proc`.
 */
const makeFolder = (folder: string): void => {
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  mkdirSync(folder, { mode: 0o700 })
}

/** The real path of the folder, so that one profile has one folder behind all links. */
const folderAt = (path: string): string => {
  try {
    makeFolder(path)
    return realpathSync(path)
  } catch (error) {
    throw new Problem(`the profile ${path} cannot be made: ${whyOf(error)}`)
  }
}

/** The port in the profile. Undefined when there is no whole number. */
const portIn = (folder: string, file: string): number | undefined => {
  const kept = readJson(file)
  const version = field(kept, "version")
  if (typeof version === "number" && version > PROFILE_VERSION)
    throw new Problem(
      `the profile ${folder} was made by a newer Sightline (profile version ${version}, this one reads ${PROFILE_VERSION}): use the newer program, or another --profile`,
    )
  const port = field(kept, "port")
  return isWithin(port, 1, PORT_MAX) && Number.isInteger(port) ? port : undefined
}

/** The port of the profile, which its first start chooses. */
const keepPort = (folder: string, file: string, wanted: number | undefined): Pick<Profile, "port" | "isNew"> => {
  const next = { version: PROFILE_VERSION, port: wanted ?? PORT }
  let isNew = false
  try {
    if (portIn(folder, file) === undefined) isNew = writeFirst(file, next)
    const isDamaged = portIn(folder, file) === undefined
    if (isDamaged && wanted === undefined)
      throw new Problem(
        `${file} is damaged and does not say the port of this profile: start with --port and the number that it had (${PORT} unless another was given), at another one its log and outbox would be missing`,
      )
    if (isDamaged) replace(file, next)
  } catch (error) {
    if (error instanceof Problem) throw error
    throw new Problem(`the profile ${folder} cannot be written: ${whyOf(error)}`)
  }
  return { port: portIn(folder, file) ?? next.port, isNew }
}

/** Opens or makes the profile; throws `Problem` with one sentence when it cannot be used. */
export const openProfile = (path: string, port: number | undefined): Profile => {
  const folder = folderAt(resolve(path))
  const file = join(folder, "profile.json")
  const { port: own, isNew } = keepPort(folder, file, port)
  if (port !== undefined && own !== port)
    throw new Problem(
      `the profile ${folder} belongs to port ${own}, at another one its log and outbox would be missing: start with --port ${own}, or with another --profile`,
    )
  const shapeFile = join(folder, "window.json")
  let shape = shapeOf(readJson(shapeFile))
  return {
    folder,
    port: own,
    data: join(folder, "web"),
    cache: join(folder, "cache"),
    bridgeFolder: join(folder, "bridge"),
    isNew,
    forgetPort: () => {
      if (isNew) rmSync(file, { force: true })
    },
    shape: () => shape,
    keepShape: (next) => {
      shape = next
      try {
        replace(shapeFile, next)
        return true
      } catch {
        return false
      }
    },
  }
}
