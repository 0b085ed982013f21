import type { StoreError } from "../../domain/ports/eventStore.ts"

/** The parts that a browser stores beside the log. `app`: its own files, without which it does not open offline. */
export type KeptPart = "user" | "settings" | "passcodes" | "pairing" | "codes" | "readings" | "frames" | "image" | "app"

/** The reason why a part is not stored. `deleted`: it was stored, and is gone. */
export interface Unkept {
  readonly part: KeptPart
  readonly reason: StoreError["reason"]
}

/** The reason why a browser refused to store something outside its databases. */
export const refusalOf = (cause: unknown): Unkept["reason"] => {
  const name = cause instanceof DOMException ? cause.name : ""
  if (name === "QuotaExceededError") return "quota"
  return name === "SecurityError" ? "unavailable" : "failed"
}

interface Note extends Unkept {
  /** Tries to store it again, and notes the result. */
  readonly again: (() => unknown) | undefined
}

/**
 * The parts that this page could not store, for the one message that reports them. The code that tried keeps the value
 * in memory. Nothing here needs Effect, because the first screen uses this before the engine is loaded.
 */
class UnkeptParts {
  #notes: readonly Note[] = []
  readonly #listeners = new Set<() => void>()

  /** The same array while nothing changes. */
  readonly all = (): readonly Unkept[] => this.#notes

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  note(part: KeptPart, reason: Unkept["reason"], again?: () => unknown): void {
    const known = this.#notes.find((note) => note.part === part)
    if (known?.reason === reason && known.again === again) return
    this.#become([...this.#notes.filter((note) => note !== known), { part, reason, again }])
  }

  /** The part is stored from now on, or the person has read that it is not. */
  clear(part: KeptPart): void {
    if (this.#notes.some((note) => note.part === part)) this.#become(this.#notes.filter((note) => note.part !== part))
  }

  /** True when a retry may help. */
  readonly canRetry = ({ part }: Unkept): boolean =>
    this.#notes.some((note) => note.part === part && note.again !== undefined)

  readonly retry = (): void => {
    for (const { again } of this.#notes) again?.()
  }

  #become(notes: readonly Note[]): void {
    this.#notes = notes
    for (const listener of this.#listeners) listener()
  }
}

export const unkept = new UnkeptParts()
