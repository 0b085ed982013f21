import { randomBytes } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import type { Datagram } from "../../src/domain/wire/device/discovery.ts"
import type { Place } from "../../src/domain/wire/device/place.ts"
import { PROBES_BURST, PROBES_PER_SECOND, SCAN_TICK_MS } from "../limits.ts"
import { createRate, type Rate } from "../page/rate.ts"
import { type Datagrams, openDatagrams } from "./datagrams.ts"
import type { Neighbours } from "./neighbours.ts"

/** What is asked by datagram. An answer counts only when it carries the nonce of a question that is still open. */
export interface Questions {
  readonly datagrams: Datagrams
  /** Probes a second, shared by all who ask. */
  readonly rate: Rate
  /** Opens a question; `answered` hears of each device that answers it from a place that is believed. */
  open(answered?: (place: Place) => void, believed?: (place: Place) => boolean): Question
  /** Where the device answers a NAT request with this nonce from; undefined when the signal comes first. */
  natAnswer(nonce: string, did: string, signal: AbortSignal): Promise<Place | undefined>
}

export interface Question {
  probe(place: Place): void
  /** Sends to all places without going over the rate. Rejects when the signal is aborted. */
  probeAll(places: Iterable<Place>, signal: AbortSignal): Promise<void>
  close(): void
}

interface Open {
  readonly answered: (place: Place) => void
  readonly believed: (place: Place) => boolean
}

const NONCE_BYTES = 16
export const newNonce = (): string => randomBytes(NONCE_BYTES).toString("hex")

export const openQuestions = async (neighbours: Neighbours): Promise<Questions> => {
  const rate = createRate(PROBES_BURST, PROBES_PER_SECOND)
  const open = new Map<string, Open>()
  const natOpen = new Map<string, (did: string, place: Place) => void>()
  const now = (): number => performance.now()

  const read = (datagram: Datagram, from: Place): void => {
    if (datagram.type === "nat_answer") natOpen.get(datagram.nonce)?.(datagram.did, from)
    if (datagram.type !== "announce") return
    const question = open.get(datagram.nonce)
    if (question?.believed(from) !== true) return
    neighbours.heard(datagram.device, from, now())
    question.answered(from)
  }
  const datagrams = await openDatagrams(read)

  return {
    datagrams,
    rate,
    open: (answered = () => {}, believed = () => true) => {
      const nonce = newNonce()
      open.set(nonce, { answered, believed })
      const probe = (place: Place): void => datagrams.send({ type: "probe", nonce }, place)
      return {
        probe,
        probeAll: async (places, signal) => {
          for (const place of places) {
            while (!rate.take(now())) await sleep(SCAN_TICK_MS, undefined, { signal })
            probe(place)
          }
        },
        close: () => void open.delete(nonce),
      }
    },
    natAnswer: (nonce, did, signal) =>
      new Promise((resolve) => {
        const leave = (): void => end(undefined)
        const end = (place: Place | undefined): void => {
          natOpen.delete(nonce)
          signal.removeEventListener("abort", leave)
          resolve(place)
        }
        // No event tells of what was over before.
        if (signal.aborted) return leave()
        natOpen.set(nonce, (answering, place) => {
          if (answering === did) end(place)
        })
        signal.addEventListener("abort", leave)
      }),
  }
}
