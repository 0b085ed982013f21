import type { WorldView } from "../model/view.ts"
import type { JournalEntry } from "../node/journal.ts"

/** The mock cloud through its control API: the effects of calls, and the ordered faults. */

export interface ListedFault {
  readonly match: { readonly path?: string }
  readonly fault: string
  readonly times: number
  readonly ms?: number
}

export interface Control {
  readonly fault: (order: ListedFault) => Promise<void>
  readonly clearFaults: () => Promise<void>
  readonly requests: () => Promise<readonly JournalEntry[]>
  readonly state: () => Promise<WorldView>
  /** Advances the clock of the cloud and its devices, ms. */
  readonly advance: (ms: number) => Promise<void>
}

export const controlOf = (cloud: string): Control => {
  const ask = async (method: string, path: string, body?: object) => {
    const url = `${cloud}/emulator/api/${path}`
    const response = await fetch(url, body === undefined ? { method } : { method, body: JSON.stringify(body) })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return response.json()
  }
  return {
    fault: async (order) => void (await ask("POST", "faults", order)),
    clearFaults: async () => void (await ask("DELETE", "faults")),
    requests: () => ask("GET", "requests"),
    state: () => ask("GET", "state"),
    advance: async (advanceMs) => void (await ask("POST", "clock", { advanceMs })),
  }
}
