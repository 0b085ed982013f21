import { Schema } from "effect"
import { calls } from "../../src/domain/wire/cloud.ts"
import { callAt } from "../model/cloud/handler.ts"
import type { Accident, AccidentStage } from "../model/devices/ports.ts"
import { deviceFaults, faultNames, fileFaults, sessionFaults } from "../model/faultNames.ts"
import { POWER_CUT_MS } from "../model/limits.ts"

/** Faults on command and on schedule (EMU-4). */

const DOWNLOAD = "download"

/** The times at which a fault acts. The stages of an update also have the app's names (FW-3). */
const stages = {
  request: "request",
  reply: "reply",
  download: DOWNLOAD,
  downloading: DOWNLOAD,
  upload: "upload",
  uploading: "upload",
  update: "update",
  updating: "update",
} as const
const stageNames = ["request", "reply", "download", "downloading", "upload", "uploading", "update", "updating"] as const

const STATUS = /^status:(?:0|-?[1-9][0-9]{0,5})$/
/** Longest delay, ms. */
const DELAY_MAX_MS = 10 * 60_000
const DELAY_DEFAULT_MS = 1_000
/** Default time for which the cloud is down, ms. */
export const DOWN_DEFAULT_MS = 10_000
/** Defaults of a frozen screen's length, and of the interval between pictures of a slow one, ms. */
const FREEZE_DEFAULT_MS = 10_000
const SLOW_DEFAULT_MS = 1_000
/** Default progress of an update at which a device fault acts, percent. */
const PERCENT_DEFAULT = 50

/** Furthest time of a schedule, ms. */
const SCHEDULE_MAX_MS = 7 * 24 * 3_600_000

const FaultName = Schema.Union([
  Schema.Literals(faultNames),
  Schema.TemplateLiteral(["status:", Schema.String]).check(
    Schema.isPattern(STATUS, { expected: '"status:" and a whole number' }),
  ),
])
type FaultName = typeof FaultName.Type

/** A call by its path or its name, `/api/v2/rename_device` or `rename_device`, or a firmware file by its path. */
const MatchedPath = Schema.String.check(
  Schema.makeFilter(
    (path: string) =>
      isCall(path) || isFirmware(path) || "Expected the path or the name of a call, see /docs, or a path of /firmware/",
  ),
)

export const FaultRequest = Schema.Struct({
  match: Schema.optionalKey(
    Schema.Struct({ path: Schema.optionalKey(MatchedPath), did: Schema.optionalKey(Schema.String) }),
  ),
  fault: FaultName,
  times: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1_000_000 }))),
  probability: Schema.optionalKey(Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1 }))),
  ms: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: DELAY_MAX_MS }))),
  stage: Schema.optionalKey(Schema.Literals(stageNames)),
  percent: Schema.optionalKey(Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 100 }))),
  afterMs: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: SCHEDULE_MAX_MS }))),
  forMs: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: SCHEDULE_MAX_MS }))),
})
export type FaultRequest = typeof FaultRequest.Type

export interface ActiveFault {
  readonly id: number
  readonly match: { readonly path?: string; readonly did?: string }
  readonly fault: FaultName
  /** Total number of times, and remaining number. Null until it is removed. */
  readonly times: number | null
  readonly remaining: number | null
  readonly probability: number
  /** Length of a delay, of a power cut or of the server's absence, or the delay of a duplicate. */
  readonly ms: number
  readonly stage: string
  /** For an update: it acts once this much of its stage is done. */
  readonly percent?: number
  /** Start and end by the emulator's clock, ms since 1970. Null without an end. */
  readonly from: number
  readonly until: number | null
  readonly fired: number
}

/** The faults of one request: the first matching delay, and the first other fault. */
export interface FaultPlan {
  readonly delay: ActiveFault | undefined
  readonly fault: ActiveFault | undefined
}

export interface FaultTable {
  add(wanted: FaultRequest): ActiveFault
  list(): readonly ActiveFault[]
  /** Due faults that need no request. Uses them up. */
  due(): readonly ActiveFault[]
  /** Removes one fault, or all. Returns the number of removed ones. */
  remove(id?: number): number
  /** The accident of a device at this point of its update. Uses it up. */
  accident(update: UpdateProgress, chance: () => number): Accident | undefined
  /** The fault of an image at this percent of its sending. Uses it up. The device is unknown here. */
  spoilt(percent: number, chance: () => number): SpoiltImage | undefined
  /** The fault when it happens to a session with a device. Uses it up. */
  session(fault: SessionFault, did: string, chance: () => number): ActiveFault | undefined
  /** Decides about a request, and uses up the faults that act on it. `chance` gives 0 up to 1. */
  take(path: string, did: string | undefined, chance: () => number): FaultPlan
}

export interface SpoiltImage {
  readonly kind: "stall" | "corrupt"
  /** Percent of the image. */
  readonly percent: number
}

export interface UpdateProgress {
  readonly did: string
  readonly stage: AccidentStage
  readonly percent: number
}

const isCall = (path: string): boolean => callAt(path) !== undefined || Object.hasOwn(calls, path)

const isFirmware = (path: string): boolean => /^\/firmware\/(?:latest\.txt|[0-9]{1,15}\.bin)$/.test(path)

export const isDeviceFault = (name: FaultName): name is (typeof deviceFaults)[number] =>
  deviceFaults.some((fault) => fault === name)

/** True when it also applies to a firmware file. */
export const isFileFault = (name: FaultName): name is (typeof fileFaults)[number] =>
  fileFaults.some((fault) => fault === name)

export type SessionFault = (typeof sessionFaults)[number]
export const isSessionFault = (name: FaultName): name is SessionFault => sessionFaults.some((fault) => fault === name)

/**
 * True when the fault needs no request, session or update, but acts at its time. `vanish` of a device without a path is
 * one.
 */
export const isAtOnce = ({ fault, match }: Pick<FaultRequest, "fault" | "match">): boolean =>
  fault === "bridge-close" || fault === "server-down" || (fault === "vanish" && match?.path === undefined)

/** The reason why an order cannot act. Null when it can. */
export const hindranceOf = (wanted: FaultRequest): string | null => {
  const { fault, stage = "request", match, forMs } = wanted
  if (forMs !== undefined && isAtOnce(wanted)) return `${fault} acts in one moment: give ms instead of forMs`
  if (fault === "power-cut" && stages[stage] === DOWNLOAD)
    return "power-cut acts at upload or update: a download needs no device"
  if (match?.path === undefined || !isFirmware(match.path) || isFileFault(fault)) return null
  return `${fault} does not act on a file of firmware; these do: ${fileFaults.join(", ")}`
}

/** A path matches in full or by the name of its call. Firmware files match only by their own path. */
const matches = (fault: ActiveFault, path: string, did: string | undefined): boolean =>
  (fault.match.path === path || fault.match.path === (callAt(path) ?? null) || isAny(fault, path)) &&
  (fault.match.did === undefined || fault.match.did === did)

const isAny = ({ match }: ActiveFault, path: string): boolean => match.path === undefined && !isFirmware(path)

/** States of a device rather than accidents: they last until they are removed. */
const lasting: ReadonlySet<string> = new Set(["other-key", "screen-slow"])

/** Once, unless the fault lasts, or has a probability or a length of time. */
const timesOf = ({ fault, times, probability, forMs }: FaultRequest): number | null =>
  times ?? (probability === undefined && forMs === undefined && !lasting.has(fault) ? 1 : null)

/** Default times, ms. */
const defaultMs: Readonly<Record<string, number>> = {
  delay: DELAY_DEFAULT_MS,
  "power-cut": POWER_CUT_MS,
  "screen-freeze": FREEZE_DEFAULT_MS,
  "screen-slow": SLOW_DEFAULT_MS,
}

const accidentOf = ({ fault, ms }: ActiveFault): Accident => {
  if (fault === "power-cut") return { kind: "cut", ms }
  return { kind: fault === "stall-firmware" ? "stall" : "corrupt" }
}

const made = (id: number, wanted: FaultRequest, from: number): ActiveFault => ({
  id,
  match: wanted.match ?? {},
  fault: wanted.fault,
  times: timesOf(wanted),
  remaining: timesOf(wanted),
  probability: wanted.probability ?? 1,
  ms: wanted.ms ?? defaultMs[wanted.fault] ?? 0,
  stage: stages[wanted.stage ?? (isDeviceFault(wanted.fault) ? "upload" : "request")],
  ...(isDeviceFault(wanted.fault) ? { percent: wanted.percent ?? PERCENT_DEFAULT } : {}),
  from,
  until: wanted.forMs === undefined ? null : from + wanted.forMs,
  fired: 0,
})

/** True for a device fault whose stage has come this far. */
const isDue = (fault: ActiveFault, stage: string, percent: number): boolean =>
  isDeviceFault(fault.fault) && fault.stage === stage && percent >= (fault.percent ?? 0)

/** A fault that always happens draws no random number: a draw would change the results of the others. */
const happens = ({ probability }: ActiveFault, chance: () => number): boolean =>
  probability === 1 || chance() < probability

/** `now` is the emulator's clock. */
export const createFaults = (now: () => number): FaultTable => {
  const faults = new Map<number, ActiveFault>()
  let last = 0

  /** The faults whose time is not over. Removes the others. */
  const left = (): readonly ActiveFault[] => {
    for (const { id, until } of faults.values()) if (until !== null && now() >= until) faults.delete(id)
    return [...faults.values()]
  }
  const acting = (): readonly ActiveFault[] => left().filter(({ from }) => now() >= from)

  const use = (fault: ActiveFault): ActiveFault => {
    const remaining = fault.remaining === null ? null : fault.remaining - 1
    if (remaining === 0) faults.delete(fault.id)
    else faults.set(fault.id, { ...fault, remaining, fired: fault.fired + 1 })
    return fault
  }

  /** The first meant fault that happens. Uses it up. */
  const taken = (chance: () => number, isMeant: (fault: ActiveFault) => boolean): ActiveFault | undefined => {
    for (const fault of acting()) if (isMeant(fault) && happens(fault, chance)) return use(fault)
    return undefined
  }

  return {
    add: (wanted) => {
      last += 1
      const fault = made(last, wanted, now() + (wanted.afterMs ?? 0))
      faults.set(fault.id, fault)
      return fault
    },
    list: left,
    due: () => acting().filter(isAtOnce).map(use),
    remove: (id) => {
      const before = faults.size
      if (id === undefined) faults.clear()
      else faults.delete(id)
      return before - faults.size
    },
    accident: ({ did, stage, percent }, chance) => {
      const isMeant = ({ match }: ActiveFault) => match.did === undefined || match.did === did
      const fault = taken(chance, (one) => isDue(one, stage, percent) && isMeant(one))
      return fault === undefined ? undefined : accidentOf(fault)
    },
    spoilt: (percent, chance) => {
      const fault = taken(chance, (one) => isDue(one, DOWNLOAD, percent))
      if (fault === undefined) return undefined
      return { kind: fault.fault === "stall-firmware" ? "stall" : "corrupt", percent: fault.percent ?? 0 }
    },
    session: (name, did, chance) =>
      taken(chance, ({ fault, match }) => fault === name && (match.did === undefined || match.did === did)),
    take: (path, did, chance) => {
      const found: Partial<Record<keyof FaultPlan, ActiveFault>> = {}
      for (const fault of acting()) {
        const part = fault.fault === "delay" ? "delay" : "fault"
        if (
          isDeviceFault(fault.fault) ||
          isSessionFault(fault.fault) ||
          isAtOnce(fault) ||
          found[part] !== undefined ||
          !matches(fault, path, did)
        )
          continue
        if (happens(fault, chance)) found[part] = use(fault)
      }
      return { delay: found.delay, fault: found.fault }
    },
  }
}
