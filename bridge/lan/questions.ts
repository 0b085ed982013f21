import { setTimeout as sleep } from "node:timers/promises"
import { Rate } from "../../src/domain/values/rate.ts"
import type { Announced, Datagram } from "../../src/domain/wire/device/discovery.ts"
import type { Endpoint } from "../../src/domain/wire/device/endpoint.ts"
import { PROBES_BURST, PROBES_PER_SECOND, SCAN_TICK_MS } from "../limits.ts"
import { type Datagrams, openDatagrams } from "./datagrams.ts"
import type { LanDevices } from "./lanDevices.ts"
import { createNatRequests, type NatRequests } from "./natRequests.ts"
import { createNonces, type Nonces, questionOf } from "./nonces.ts"
import { createUnconfirmed, type Unconfirmed } from "./unconfirmed.ts"

/**
 * Questions by datagram. An answer counts only when it carries the nonce of an open question and comes from the
 * endpoint to which this nonce went. Any other answer, for instance to a broadcast, may be forged: it only makes its
 * sender worth a probe.
 */
export interface Questions {
  readonly datagrams: Datagrams
  /** Probes a second, shared by rounds, scans and single questions. */
  readonly rate: Rate
  open(listener?: Partial<QuestionListener>): OpenQuestion
  readonly natAnswer: NatRequests["answer"]
}

export interface OpenQuestion {
  probe(endpoint: Endpoint): void
  /** Sends one of very many probes, which delay no other probe. */
  sweep(endpoint: Endpoint): void
  /** Sends to all endpoints within the rate. Rejects when the signal is aborted. */
  probeAll(endpoints: Iterable<Endpoint>, signal: AbortSignal): Promise<void>
  close(): void
}

export interface QuestionListener {
  /** A device answers from here. */
  readonly answered: (endpoint: Endpoint, device: Announced) => void
  /** True when an answer of this device from this endpoint counts for this question. */
  readonly isBelieved: (endpoint: Endpoint, device: Announced) => boolean
  /** True when a registry of this person names the endpoint: its device needs no second probe. */
  readonly isListed: (endpoint: Endpoint) => boolean
}

interface Open extends QuestionListener {
  readonly nonces: Nonces
  readonly unconfirmed: Unconfirmed
  readonly closed: AbortController
  isConfirming: boolean
}

const listensToAll: QuestionListener = { answered: () => {}, isBelieved: () => true, isListed: () => false }

export const openQuestions = async (
  lanDevices: LanDevices,
  listen = openDatagrams,
  burst = PROBES_BURST,
): Promise<Questions> => {
  const rate = new Rate(burst, 1_000 / PROBES_PER_SECOND)
  const open = new Map<string, Open>()
  const natRequests = createNatRequests()
  const now = (): number => performance.now()

  const read = (datagram: Datagram, from: Endpoint): void => {
    if (datagram.type === "nat_answer") natRequests.record(datagram.nonce, datagram.did, from)
    if (datagram.type !== "announce") return
    const question = open.get(questionOf(datagram.nonce))
    if (question?.isBelieved(from, datagram.device) !== true) return
    const isListed = question.isListed(from)
    const counts =
      isListed || datagram.nonce === question.nonces.nonceFor(from) || lanDevices.isKnown(datagram.device, from)
    if (counts) {
      lanDevices.record(datagram.device, from, now(), isListed)
      question.answered(from, datagram.device)
      return
    }
    question.unconfirmed.add(from)
    // `confirm` rejects when the question closes. Then there is nothing left to confirm.
    if (!question.isConfirming) void confirm(question).catch(() => {})
  }
  const datagrams = await listen(read)

  const probeOf =
    ({ nonces }: Open, send: Datagrams["send"] = datagrams.send) =>
    (endpoint: Endpoint): void =>
      send({ type: "probe", nonce: nonces.nonceFor(endpoint) }, endpoint)

  const probeAll = async (question: Open, endpoints: Iterable<Endpoint>, signal: AbortSignal): Promise<void> => {
    const probe = probeOf(question)
    for (const endpoint of endpoints) {
      while (!rate.take(now())) await sleep(SCAN_TICK_MS, undefined, { signal })
      probe(endpoint)
    }
  }
  const confirm = async (question: Open): Promise<void> => {
    question.isConfirming = true
    try {
      while (!question.unconfirmed.isEmpty())
        await probeAll(question, question.unconfirmed.taken(), question.closed.signal)
    } finally {
      question.isConfirming = false
    }
  }

  return {
    datagrams,
    rate,
    open: (listener = {}) => {
      const nonces = createNonces()
      const closed = new AbortController()
      const question: Open = {
        ...listensToAll,
        ...listener,
        nonces,
        unconfirmed: createUnconfirmed(),
        closed,
        isConfirming: false,
      }
      open.set(nonces.question, question)
      return {
        probe: probeOf(question),
        sweep: probeOf(question, datagrams.sweep),
        probeAll: (endpoints, signal) => probeAll(question, endpoints, signal),
        close: () => {
          open.delete(nonces.question)
          closed.abort()
        },
      }
    },
    natAnswer: natRequests.answer,
  }
}
