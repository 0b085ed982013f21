import { setTimeout as sleep } from "node:timers/promises"
import type { Endpoint } from "../../src/domain/wire/device/endpoint.ts"
import type { DeviceRegistry } from "../../src/domain/wire/device/registry.ts"
import { ROUND_ASK_AGAIN_MS } from "../limits.ts"
import { broadcastEndpoints } from "./broadcast.ts"
import { endpointText, isLoopback, sameEndpoint } from "./endpoint.ts"
import type { LanDevices } from "./lanDevices.ts"
import type { OpenQuestion, QuestionListener, Questions } from "./questions.ts"
import type { ScannedDevices } from "./scannedDevices.ts"

/** A round asks the networks by broadcast, then each known device that did not answer. */

export interface RoundOptions {
  readonly lanDevices: LanDevices
  readonly questions: Questions
  readonly scanned: ScannedDevices
  readonly registries: () => readonly DeviceRegistry[]
  /** True when rounds also ask the networks of this machine, not only the registries. */
  readonly broadcast: boolean
  readonly roundMs: number
  /** Ends the current round and all later ones. */
  readonly signal: AbortSignal
}

/** Rounds run while at least one page wants them. */
export interface Rounds {
  wanted(until: AbortSignal): void
}

/** Endpoints that no broadcast reaches: behind a cable, or on a system without broadcast on loopback. */
const unreached = ({ broadcast, devices }: DeviceRegistry): readonly Endpoint[] =>
  devices.filter(({ link }) => link === "usb" || broadcast === null)

const silentSince = (lanDevices: LanDevices, since: number): readonly Endpoint[] =>
  [...lanDevices.all()].flatMap(({ endpoint, answeredAt, others }) =>
    [{ endpoint, answeredAt }, ...others.values()].filter((one) => one.answeredAt < since).map((one) => one.endpoint),
  )

/** True when one of the registries names this endpoint. */
export const listedIn = (registries: readonly DeviceRegistry[]): QuestionListener["isListed"] => {
  const listed = new Set(registries.flatMap(({ devices }) => devices.map(endpointText)))
  return (endpoint) => listed.has(endpointText(endpoint))
}

/**
 * Every emulator on this machine receives a broadcast on loopback, also those of other people or tests, and worlds of
 * one seed have the same devices. So from loopback only the endpoints count that a registry names, or that the bridge
 * found before.
 */
const listenerOf = ({ registries, lanDevices, scanned }: RoundOptions): Partial<QuestionListener> => {
  const isListed = listedIn(registries())
  const known = new Set([...lanDevices.all()].map(({ endpoint }) => endpointText(endpoint)))
  const wasScanned = (endpoint: Endpoint, did: string): boolean => {
    const device = scanned.find(did)
    return device !== undefined && sameEndpoint(device, endpoint)
  }
  return {
    isListed,
    isBelieved: (endpoint, { did }) =>
      !isLoopback(endpoint) || isListed(endpoint) || known.has(endpointText(endpoint)) || wasScanned(endpoint, did),
  }
}

/** Devices that a scan has found and that are not known now, because the bridge or the device restarted. */
const missingOf = ({ lanDevices, scanned }: RoundOptions): readonly Endpoint[] =>
  scanned.all().filter(({ id }) => lanDevices.get(id) === undefined)

const askRound = async (options: RoundOptions, question: OpenQuestion, since: number): Promise<void> => {
  const { lanDevices, registries, broadcast, roundMs, signal } = options
  const read = registries()
  const emulated = read.flatMap((registry) => (registry.broadcast === null ? [] : [registry.broadcast]))
  await question.probeAll([...emulated, ...(broadcast ? broadcastEndpoints() : [])], signal)
  await question.probeAll([...read.flatMap(unreached), ...missingOf(options)], signal)
  await sleep(Math.min(ROUND_ASK_AGAIN_MS, roundMs / 4), undefined, { signal })
  await question.probeAll(silentSince(lanDevices, since), signal)
  await sleep(Math.max(0, since + roundMs - performance.now()), undefined, { signal })
  lanDevices.endRound(since)
}

export const createRounds = (options: RoundOptions): Rounds => {
  const wanting = new Set<AbortSignal>()
  let isRunning = false

  const { questions, roundMs, signal } = options

  const run = async (): Promise<void> => {
    isRunning = true
    // Many devices answer a broadcast over seconds: the last answer of a round may arrive in the next one.
    let late: OpenQuestion | undefined
    while (wanting.size > 0 && !signal.aborted) {
      let question: OpenQuestion | undefined
      try {
        question = questions.open(listenerOf(options))
        await askRound(options, question, performance.now())
      } catch {
        // The bridge is closing, or the system failed for now. A later round may succeed, and no page loses the bridge.
        await sleep(roundMs, undefined, { signal }).catch(() => {})
      }
      late?.close()
      late = question
    }
    late?.close()
    isRunning = false
  }

  return {
    wanted: (until) => {
      // An aborted signal sends no event.
      if (until.aborted) return
      wanting.add(until)
      until.addEventListener("abort", () => void wanting.delete(until), { once: true })
      if (!isRunning) void run()
    },
  }
}
