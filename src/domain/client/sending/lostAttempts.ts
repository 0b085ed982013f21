import { definitionOf } from "../../actions/table.ts"
import type { ActionList } from "../../outbox/actions.ts"
import type { Outlived } from "../../outbox/reconcile.ts"
import { attemptName } from "../../outbox/schedule.ts"
import type { OutboxState } from "../../outbox/state.ts"
import { CLAIM_FRESH_MS, REQUEST_LONGEST_LIFE_MS } from "../../values/limits.ts"

/**
 * How long a lost attempt may still reach the server, from when a tab learns of the loss, ms. It includes the time in
 * which the lost leader may still send.
 */
const LIFE_MS = REQUEST_LONGEST_LIFE_MS + CLAIM_FRESH_MS

/**
 * How long the lost attempts on unsettled targets can still reach the server. It counts from when this tab first saw
 * them, on a monotonic clock: the wall clock may jump, and an attempt would count as dead too early.
 */
export class Lifetimes {
  /** The session whose deletion got no reply, and the time until which that request can still reach the server. */
  #deletion: { readonly sessionId: string; endsAt: number } | null = null
  #unsettled: OutboxState["unsettled"] | undefined
  #unconfirmed: ActionList | undefined
  /** The end of each attempt of an unconfirmed action, by name (see `attemptName`), ms. */
  #actions = new Map<string, number>()
  #known = new Map<string, { readonly lostAt: number; readonly endsAt: number }>()
  readonly #clock: () => number

  /** `clock` gives monotonic ms. */
  constructor(clock: () => number) {
    this.#clock = clock
  }

  observe({ unsettled, actions }: OutboxState): void {
    this.#observeActions(actions.unconfirmed)
    if (unsettled === this.#unsettled) return
    this.#unsettled = unsettled
    const before = this.#known
    this.#known = new Map()
    for (const [key, { lostAt }] of unsettled) {
      const known = before.get(key)
      this.#known.set(key, known?.lostAt === lostAt ? known : { lostAt, endsAt: this.#clock() + LIFE_MS })
    }
  }

  #observeActions(unconfirmed: ActionList): void {
    if (unconfirmed === this.#unconfirmed) return
    this.#unconfirmed = unconfirmed
    const before = this.#actions
    this.#actions = new Map()
    for (const { id, intent, status } of unconfirmed) {
      if (status.state !== "unconfirmed" || definitionOf(intent).confirmedBy === null) continue
      const name = attemptName(id, status.seq)
      this.#actions.set(name, before.get(name) ?? this.#clock() + LIFE_MS)
    }
  }

  observeDeletion(sessionId: string | null): void {
    if (sessionId === (this.#deletion?.sessionId ?? null)) return
    this.#deletion = sessionId === null ? null : { sessionId, endsAt: this.#clock() + LIFE_MS }
  }

  /** The deletion is sent once more, so the earlier end no longer counts. */
  restartDeletion(): void {
    if (this.#deletion !== null) this.#deletion.endsAt = this.#clock() + LIFE_MS
  }

  /**
   * The session whose deletion can no longer reach the server. A server that still knows that session never deleted the
   * account.
   */
  outlivedDeletion(): string | null {
    return this.#deletion !== null && this.#deletion.endsAt <= this.#clock() ? this.#deletion.sessionId : null
  }

  outlived(): Outlived {
    const now = this.#clock()
    return new Map([...this.#known].flatMap(([key, { lostAt, endsAt }]) => (endsAt <= now ? [[key, lostAt]] : [])))
  }

  /** The attempts of unconfirmed actions that can no longer reach the server. */
  outlivedActions(): ReadonlySet<string> {
    const now = this.#clock()
    return new Set([...this.#actions].flatMap(([name, endsAt]) => (endsAt <= now ? [name] : [])))
  }

  /** The time until the next attempt ends, ms; infinite when none will. */
  untilNext(): number {
    const now = this.#clock()
    let next = Number.POSITIVE_INFINITY
    const ends = [...[...this.#known.values()].map(({ endsAt }) => endsAt), ...this.#actions.values()]
    for (const endsAt of ends) if (endsAt > now && endsAt < next) next = endsAt
    return next - now
  }
}
