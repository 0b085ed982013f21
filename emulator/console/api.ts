import type { Mail } from "../model/cloud/state.ts"
import type { WorldView } from "../model/view.ts"
import type { ActiveFault } from "../node/faults.ts"
import type { FrameEntry } from "../node/frames.ts"
import type { JournalEntry } from "../node/journal.ts"

/** The emulator's control API for this page. */

export interface EmulatorState extends WorldView {
  /** The number of devices, and the number that match the search. */
  readonly deviceCount: number
  readonly foundCount: number
  readonly clock: { readonly now: number; readonly offsetMs: number }
  /** Changes after a reset and after a restart of the emulator. */
  readonly world: string
}

export interface FaultOrder {
  readonly fault: string
  readonly match?: { readonly path?: string; readonly did?: string }
  readonly times?: number
  readonly ms?: number
  readonly stage?: string
  readonly percent?: number
}

export interface DeviceChangeOrder {
  readonly power?: string
  readonly name?: string
  readonly passcode?: string
  readonly build?: number
  readonly mode?: string
}

/** An operation of this page on the world, kept so that it can be repeated. */
export interface ControlStep {
  readonly method: string
  readonly path: string
  readonly body?: unknown
}

const listeners = new Set<(step: ControlStep) => void>()
export const onStep = (listener: (step: ControlStep) => void): void => {
  listeners.add(listener)
}

const ask = async <Answer>(method: string, path: string, body?: unknown): Promise<Answer> => {
  const init = body === undefined ? { method } : { method, body: JSON.stringify(body) }
  const response = await fetch(`/emulator/api/${path}`, init)
  const answer = await response.json()
  if (!response.ok) throw new Error(answer.error ?? `${response.status}`)
  if (method !== "GET")
    for (const listener of listeners) listener(body === undefined ? { method, path } : { method, path, body })
  return answer
}

/** Most rows of devices that a page shows smoothly. */
export const DEVICES_SHOWN = 200

export const readState = (find: string, from: number): Promise<EmulatorState> =>
  ask("GET", `state?devices=${DEVICES_SHOWN}&from=${from}&find=${encodeURIComponent(find)}`)
/** The text on the screen of a device. Empty until a person has viewed it. */
export const readScreen = async (did: string): Promise<string> => {
  const { text } = await ask<{ readonly text: string }>("GET", `screen/${did}`)
  return text
}
export const readMail = (): Promise<readonly Mail[]> => ask("GET", "mail")
export const readFaults = (): Promise<readonly ActiveFault[]> => ask("GET", "faults")
export const readFaultNames = (): Promise<readonly string[]> => ask("GET", "fault-names")
export const readRequests = (since: number): Promise<readonly JournalEntry[]> => ask("GET", `requests?since=${since}`)
export const readFrames = (since: number): Promise<readonly FrameEntry[]> => ask("GET", `frames?since=${since}`)
export const addFault = (fault: FaultOrder): Promise<{ readonly note?: string }> => ask("POST", "faults", fault)
export const removeFault = (id: number): Promise<unknown> => ask("DELETE", `faults/${id}`)
export const removeFaults = (): Promise<unknown> => ask("DELETE", "faults")
export const addDevices = (wanted: object): Promise<unknown> => ask("POST", "devices", wanted)
export const changeDevice = (did: string, change: DeviceChangeOrder): Promise<unknown> =>
  ask("PATCH", `devices/${did}`, change)
export const advance = (advanceMs: number): Promise<unknown> => ask("POST", "clock", { advanceMs })
export const startOver = (): Promise<unknown> => ask("POST", "reset", {})
export const doStep = ({ method, path, body }: ControlStep): Promise<unknown> => ask(method, path, body)

/** The paths of all calls, from the API document. */
export const readPaths = async (): Promise<readonly string[]> => {
  const document: { readonly paths: object } = await (await fetch("/docs/openapi.json")).json()
  return Object.keys(document.paths)
}
