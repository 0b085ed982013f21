import type { Mail } from "../model/cloud/state.ts"
import type { WorldView } from "../model/view.ts"
import type { Fault } from "../node/faults.ts"
import type { JournalEntry } from "../node/journal.ts"

/** The emulator's control API as this page uses it. */

export interface EmulatorState extends WorldView {
  readonly deviceCount: number
  readonly clock: { readonly now: number; readonly offsetMs: number }
}

const ask = async <Answer>(method: string, path: string, body?: unknown): Promise<Answer> => {
  const init = body === undefined ? { method } : { method, body: JSON.stringify(body) }
  const response = await fetch(`/emulator/api/${path}`, init)
  const answer = await response.json()
  if (!response.ok) throw new Error(answer.error ?? `${response.status}`)
  return answer
}

/** Rows of devices a page still shows at ease. */
export const DEVICES_SHOWN = 200

export const readState = (): Promise<EmulatorState> => ask("GET", `state?devices=${DEVICES_SHOWN}`)
export const readMail = (): Promise<readonly Mail[]> => ask("GET", "mail")
export const readFaults = (): Promise<readonly Fault[]> => ask("GET", "faults")
export const readFaultNames = (): Promise<readonly string[]> => ask("GET", "fault-names")
export const readRequests = (since: number): Promise<readonly JournalEntry[]> => ask("GET", `requests?since=${since}`)
export const addFault = (fault: object): Promise<{ readonly note?: string }> => ask("POST", "faults", fault)
export const removeFault = (id: number): Promise<unknown> => ask("DELETE", `faults/${id}`)
export const setPower = (did: string, power: string): Promise<unknown> => ask("PATCH", `devices/${did}`, { power })
export const advance = (advanceMs: number): Promise<unknown> => ask("POST", "clock", { advanceMs })
export const startOver = (): Promise<unknown> => ask("POST", "reset", {})

/** The paths of all calls, from the API document. */
export const readPaths = async (): Promise<readonly string[]> => {
  const document: { readonly paths: object } = await (await fetch("/docs/openapi.json")).json()
  return Object.keys(document.paths)
}
