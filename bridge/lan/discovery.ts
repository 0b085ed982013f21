import { setTimeout as sleep } from "node:timers/promises"
import type { Endpoint } from "../../src/domain/wire/device/endpoint.ts"
import type { DeviceRegistry } from "../../src/domain/wire/device/registry.ts"
import { sameEndpoint } from "./endpoint.ts"
import { createLanDevices, type LanDevices } from "./lanDevices.ts"
import { openQuestions, type QuestionListener, type Questions } from "./questions.ts"
import { createRounds, listedIn } from "./rounds.ts"
import { startScan } from "./scan.ts"
import type { ScannedDevices } from "./scannedDevices.ts"
import type { Targets } from "./targets.ts"

/** Finds devices: by rounds while a page wants them, by scans on demand, and one at a known endpoint. */
export interface Discovery {
  readonly lanDevices: LanDevices
  readonly questions: Questions
  /** Endpoints at which scans found devices, also the scans of an earlier bridge. */
  readonly scanned: ScannedDevices
  wanted(until: AbortSignal): void
  /** Resolves with the number of finished addresses, after the last one or when the signal is aborted. */
  scan(targets: Targets, progress: (done: number) => void, signal: AbortSignal): Promise<number>
  /** True when a device answers from there in time; with `did`, only that device counts. */
  ask(endpoint: Endpoint, did?: string): Promise<boolean>
  registries(): readonly DeviceRegistry[]
  close(): void
}

export interface DiscoveryOptions {
  readonly registries: () => readonly DeviceRegistry[]
  readonly scanned: ScannedDevices
  readonly broadcast: boolean
  readonly roundMs: number
  readonly scanTimeoutMs: number
}

/** A datagram may be lost: the bridge asks an endpoint again after this time, ms, at most this often. */
const ASK_EVERY_MS = 250
const ASK_TIMES = 4

export const openDiscovery = async (options: DiscoveryOptions): Promise<Discovery> => {
  const lanDevices = createLanDevices()
  const questions = await openQuestions(lanDevices)
  const { scanned } = options
  const closing = new AbortController()
  const { wanted } = createRounds({ ...options, lanDevices, questions, signal: closing.signal })

  const scan = async (targets: Targets, progress: (done: number) => void, until: AbortSignal): Promise<number> => {
    const signal = AbortSignal.any([until, closing.signal])
    const running = startScan({
      targets,
      timeoutMs: options.scanTimeoutMs,
      rate: questions.rate,
      probe: (endpoint) => question.sweep(endpoint),
      hasRoom: () => !questions.datagrams.isHeldUp(),
      progress,
      now: () => performance.now(),
      signal,
    })
    const isListed = listedIn(options.registries())
    const answered: QuestionListener["answered"] = (endpoint, device) => {
      running.answered(endpoint)
      const known = lanDevices.get(device.id)
      // The list leaves out another device that claims this id, and a device beyond the limit of its address. The
      // bridge does not ask those again.
      const isTaken = known !== undefined && sameEndpoint(known.endpoint, endpoint)
      if (isTaken && !isListed(endpoint)) scanned.record(device, endpoint)
    }
    const question = questions.open({ answered, isListed })
    try {
      return await running.ended
    } finally {
      question.close()
    }
  }
  const ask = async (endpoint: Endpoint, did?: string): Promise<boolean> => {
    const answered = Promise.withResolvers<boolean>()
    const question = questions.open({
      answered: () => answered.resolve(true),
      isBelieved: (_, device) => did === undefined || device.did === did,
    })
    try {
      for (let time = 0; time < ASK_TIMES; time += 1) {
        question.probe(endpoint)
        const silence = sleep(ASK_EVERY_MS, false, { signal: closing.signal })
        if (await Promise.race([answered.promise, silence])) return true
      }
      return false
    } catch {
      // The bridge is closing.
      return false
    } finally {
      question.close()
    }
  }

  return {
    lanDevices,
    questions,
    scanned,
    wanted,
    scan,
    ask,
    registries: options.registries,
    close: () => {
      closing.abort()
      scanned.close()
      questions.datagrams.close()
    },
  }
}
