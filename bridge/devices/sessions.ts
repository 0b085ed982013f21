import type { BridgeReason } from "../../src/domain/wire/bridge.ts"
import { SESSION_IDLE_MS } from "../limits.ts"
import type { DeviceSession } from "./entry.ts"
import type { Reached } from "./locating.ts"

/** An open session, and the endpoint at which the bridge reached the device. */
export interface OpenSession {
  readonly session: DeviceSession
  readonly at: Reached
}

interface Held extends OpenSession {
  holds: number
  timer: NodeJS.Timeout | undefined
}

/** The open sessions of one page, the last used one at the end. A session without a hold ends after a while. */
export class PageSessions {
  readonly #open = new Map<string, Held>()
  readonly #left: (id: string, reason: BridgeReason) => void

  /** Calls `left` when a session ends, on either side. */
  constructor(left: (id: string, reason: BridgeReason) => void) {
    this.#left = left
  }

  get size(): number {
    return this.#open.size
  }

  add(id: string, session: DeviceSession, at: Reached): void {
    const held: Held = { session, at, holds: 0, timer: undefined }
    this.#open.set(id, held)
    rest(held)
    void session.ended.then(({ reason }) => {
      clearTimeout(held.timer)
      // The page may have entered the device again meanwhile.
      if (this.#open.get(id) === held) this.#open.delete(id)
      this.#left(id, reason)
    })
  }

  get(id: string): OpenSession | undefined {
    return this.#open.get(id)
  }

  /** Returns the session and counts as a use of it. */
  use(id: string): OpenSession | undefined {
    const held = this.#open.get(id)
    if (held === undefined) return undefined
    rest(held)
    this.#open.delete(id)
    this.#open.set(id, held)
    return held
  }

  /** Keeps the session while it is used. Returns the release. */
  hold(id: string): () => void {
    const held = this.#open.get(id)
    if (held === undefined) return () => {}
    held.holds += 1
    rest(held)
    let isHeld = true
    return () => {
      if (isHeld) held.holds -= 1
      isHeld = false
      rest(held)
    }
  }

  /** False when there was none. */
  leave(id: string): boolean {
    const held = this.#open.get(id)
    this.#open.delete(id)
    held?.session.close()
    return held !== undefined
  }

  /** While the page has too many sessions, leaves those without a hold, the least recently used first. */
  makeRoom(isCrowded: () => boolean): void {
    for (const [id, { holds }] of this.#open) {
      if (!isCrowded()) return
      if (holds === 0) this.leave(id)
    }
  }

  closeAll(): void {
    for (const { session } of this.#open.values()) session.close()
  }
}

const rest = (held: Held): void => {
  clearTimeout(held.timer)
  if (held.holds === 0 && !held.session.isOver()) held.timer = setTimeout(() => held.session.close(), SESSION_IDLE_MS)
}
