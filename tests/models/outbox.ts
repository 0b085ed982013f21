import { expect } from "vitest"
import { Rulebook } from "../../emulator/simulator/audits/rulebook.ts"
import type { ActionClaim, Known, SentRequest } from "../../emulator/simulator/audits/ruleFacts.ts"
import { namedTarget } from "../../emulator/simulator/audits/unsettled.ts"
import type { Settled } from "../../emulator/simulator/network/network.ts"
import type { Prng } from "../../emulator/simulator/prng.ts"
import { unsettledKey } from "../../src/domain/outbox/state.ts"
import type { Command } from "../../src/domain/product/decide.ts"
import type { RecordedEvent } from "../../src/domain/product/events.ts"
import type { AccountKey } from "../../src/domain/values/identity.ts"
import { Recorder } from "../domain/recorder.ts"

/** An outbox without tabs, storage or network. The oracle of the simulator checks each of its events. */

interface Carried extends SentRequest {
  isOnItsWay: boolean
  /** The claim that it was sent for. */
  readonly claim: ActionClaim | undefined
}

export const idOf = ({ queued }: Known): string => queued.payload.action

export class Outbox {
  readonly client = new Recorder()
  /** Real time, ms. The client's clock may be set. */
  now = 0
  readonly #sends = new Map<string, Carried[]>()
  readonly #received = new Map<SentRequest, Settled>()
  readonly oracle = new Rulebook({
    now: () => this.now,
    sends: (action) => this.#sends.get(action) ?? [],
    received: (request) => this.#received.get(request),
  })

  get state() {
    return this.client.state
  }

  /** The actions in the outbox, in the oracle's view. */
  get held(): readonly Known[] {
    return [...this.oracle.actions.values()].filter((known) => this.state.outbox.actions.has(idOf(known)))
  }

  do(command: Command): readonly RecordedEvent[] {
    this.pass(1)
    const account = this.state.session.current?.account
    const done = this.client.do(command)
    const events = done.ok ? done.value : []
    for (const event of events) {
      this.oracle.check(event)
      const claimed = event.type === "ActionClaimed" ? this.oracle.actions.get(event.payload.action) : undefined
      if (claimed !== undefined) expect(claimed.queued.payload.account).toBe(account)
      this.oracle.record(event)
    }
    return events
  }

  pass(ms: number): void {
    this.now += ms
    this.client.now += ms
  }

  /** The request of the latest claim leaves its tab. */
  send(action: string): void {
    const sent = this.#sends.get(action) ?? []
    const claim = this.oracle.actions.get(action)?.claims.at(-1)
    const tab = { name: this.client.tab }
    this.#sends.set(action, [...sent, { n: sent.length, tab, sentAt: this.now, arrivals: 0, isOnItsWay: true, claim }])
  }

  /** Gives the tab an answer for the request of the latest claim. False when none was sent. */
  answer({ queued, claims }: Known, settled: Settled): boolean {
    const request = this.#sends.get(queued.payload.action)?.at(-1)
    const claim = claims.at(-1)
    if (request === undefined || claim === undefined || request.claim !== claim) return false
    this.#received.set(request, settled)
    if (settled === "done" || settled._tag === "Refused") request.isOnItsWay = false
    return true
  }

  /** Decides that some lost requests of this account can no longer reach the server. */
  outlived(account: AccountKey, dice: Prng): ReadonlyMap<string, number> {
    const dead = this.oracle.unsettled.filter((one) => one.account === account && dice.chance(0.6))
    for (const { target } of dead)
      for (const { queued, stage } of this.oracle.actions.values()) {
        const isOf = queued.payload.account === account && namedTarget(queued.payload.intent) === target
        if (!isOf || stage === "sending") continue
        for (const request of this.#sends.get(queued.payload.action) ?? []) request.isOnItsWay = false
      }
    return new Map(dead.map((one) => [unsettledKey(account, one.target), one.lostAt]))
  }
}
