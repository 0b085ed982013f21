import { Schema } from "effect"
import { calls } from "../../src/domain/wire/cloud.ts"
import { callAt } from "../model/cloud/handler.ts"
import type { Accident, Stage } from "../model/devices/ports.ts"
import { deviceFaults, faultNames } from "../model/faultNames.ts"
import { POWER_CUT_MS } from "../model/limits.ts"

/** Faults on command (EMU-4). */

const STATUS = /^status:(?:0|-?[1-9][0-9]{0,5})$/
/** Longest delay, ms. */
const DELAY_MAX_MS = 10 * 60_000
const DELAY_DEFAULT_MS = 1_000
/** How long the cloud is down unless said otherwise, ms. */
export const DOWN_DEFAULT_MS = 10_000
/** How far an update is when a device fault acts, unless said otherwise. */
const PERCENT_DEFAULT = 50

const FaultName = Schema.Union([
  Schema.Literals(faultNames),
  Schema.String.check(Schema.isPattern(STATUS, { expected: '"status:" and a whole number' })),
])

/** A call by its path or by its name: `/api/v2/rename_device` or `rename_device`. */
const CallPath = Schema.String.check(
  Schema.makeFilter((path: string) => isCall(path) || "Expected the path or the name of a call, see /docs"),
)

export const FaultRequest = Schema.Struct({
  match: Schema.optionalKey(
    Schema.Struct({ path: Schema.optionalKey(CallPath), did: Schema.optionalKey(Schema.String) }),
  ),
  fault: FaultName,
  times: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1_000_000 }))),
  probability: Schema.optionalKey(Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1 }))),
  ms: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: DELAY_MAX_MS }))),
  stage: Schema.optionalKey(Schema.Literals(["request", "reply", "download", "upload", "update"])),
  percent: Schema.optionalKey(Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 100 }))),
})
export type FaultRequest = typeof FaultRequest.Type

export interface Fault {
  readonly id: number
  readonly match: { readonly path?: string; readonly did?: string }
  readonly fault: string
  /** How often it acts in all, and how often it acts yet; null for until it is removed. */
  readonly times: number | null
  readonly remaining: number | null
  readonly probability: number
  /** Length of a delay, of a power cut or of the server's absence, or how much later a duplicate arrives. */
  readonly ms: number
  readonly stage: string
  /** Of an update: it acts once so much of its stage is done. */
  readonly percent?: number
  readonly fired: number
}

/** What happens to one request: the first delay that matches, and the first other fault. */
export interface Plan {
  readonly delay: Fault | undefined
  readonly fault: Fault | undefined
}

export interface FaultTable {
  add(wanted: FaultRequest): Fault
  list(): readonly Fault[]
  /** Removes one, or all; returns how many. */
  remove(id?: number): number
  /** What happens to a device whose update has come this far; uses it up. */
  accident(update: UpdateProgress, chance: () => number): Accident | undefined
  /** What happens to an image of which so much is about to be sent, in percent; uses it up. Nobody knows for which device it is. */
  spoilt(percent: number, chance: () => number): SpoiltImage | undefined
  /** Decides about a request and uses up what acts on it. `chance` gives 0 up to 1. */
  take(path: string, did: string | undefined, chance: () => number): Plan
}

export interface SpoiltImage {
  readonly kind: "stall" | "corrupt"
  /** Of the image. */
  readonly percent: number
}

export interface UpdateProgress {
  readonly did: string
  readonly stage: Stage
  readonly percent: number
}

const isCall = (path: string): boolean => callAt(path) !== undefined || Object.hasOwn(calls, path)

const isDeviceFault = (name: string): boolean => deviceFaults.some((fault) => fault === name)

const DOWNLOAD = "download"

/** Why an order cannot act; null when it can. */
export const hindranceOf = ({ fault, stage }: FaultRequest): string | null =>
  fault === "power-cut" && stage === DOWNLOAD ? "power-cut acts at upload or update: a download needs no device" : null

/** A path matches in full or by the name of its call. */
const matches = (fault: Fault, path: string, did: string | undefined): boolean =>
  (fault.match.path === undefined || fault.match.path === path || fault.match.path === callAt(path)) &&
  (fault.match.did === undefined || fault.match.did === did)

/** Once, unless a probability says that it is weather rather than an accident. */
const timesOf = ({ times, probability }: FaultRequest): number | null => times ?? (probability === undefined ? 1 : null)

/** Times for which nothing was said, ms. */
const defaultMs: Readonly<Record<string, number>> = {
  delay: DELAY_DEFAULT_MS,
  "power-cut": POWER_CUT_MS,
}

const accidentOf = ({ fault, ms }: Fault): Accident => {
  if (fault === "power-cut") return { kind: "cut", ms }
  return { kind: fault === "stall-firmware" ? "stall" : "corrupt" }
}

const made = (id: number, wanted: FaultRequest): Fault => ({
  id,
  match: wanted.match ?? {},
  fault: wanted.fault,
  times: timesOf(wanted),
  remaining: timesOf(wanted),
  probability: wanted.probability ?? 1,
  ms: wanted.ms ?? defaultMs[wanted.fault] ?? 0,
  stage: wanted.stage ?? (isDeviceFault(wanted.fault) ? "upload" : "request"),
  ...(isDeviceFault(wanted.fault) ? { percent: wanted.percent ?? PERCENT_DEFAULT } : {}),
  fired: 0,
})

export const createFaults = (): FaultTable => {
  const faults = new Map<number, Fault>()
  let last = 0

  const use = (fault: Fault): Fault => {
    const remaining = fault.remaining === null ? null : fault.remaining - 1
    if (remaining === 0) faults.delete(fault.id)
    else faults.set(fault.id, { ...fault, remaining, fired: fault.fired + 1 })
    return fault
  }

  /** The first fault of devices that acts at this stage, and has been used up by that. */
  const due = (
    stage: string,
    percent: number,
    chance: () => number,
    isMeant: (fault: Fault) => boolean,
  ): Fault | undefined => {
    for (const fault of faults.values()) {
      const isHere = isDeviceFault(fault.fault) && fault.stage === stage && percent >= (fault.percent ?? 0)
      if (isHere && isMeant(fault) && (fault.probability === 1 || chance() < fault.probability)) return use(fault)
    }
    return undefined
  }

  return {
    add: (wanted) => {
      last += 1
      const fault = made(last, wanted)
      faults.set(fault.id, fault)
      return fault
    },
    list: () => [...faults.values()],
    remove: (id) => {
      const before = faults.size
      if (id === undefined) faults.clear()
      else faults.delete(id)
      return before - faults.size
    },
    accident: ({ did, stage, percent }, chance) => {
      const isMeant = ({ match }: Fault) => match.did === undefined || match.did === did
      const fault = due(stage, percent, chance, isMeant)
      return fault === undefined ? undefined : accidentOf(fault)
    },
    spoilt: (percent, chance) => {
      const fault = due(DOWNLOAD, percent, chance, () => true)
      if (fault === undefined) return undefined
      return { kind: fault.fault === "stall-firmware" ? "stall" : "corrupt", percent: fault.percent ?? 0 }
    },
    take: (path, did, chance) => {
      let delay: Fault | undefined
      let other: Fault | undefined
      for (const fault of [...faults.values()]) {
        const isDelay = fault.fault === "delay"
        if (isDeviceFault(fault.fault) || (isDelay ? delay : other) !== undefined || !matches(fault, path, did))
          continue
        if (fault.probability < 1 && chance() >= fault.probability) continue
        if (isDelay) delay = use(fault)
        else other = use(fault)
      }
      return { delay, fault: other }
    },
  }
}
