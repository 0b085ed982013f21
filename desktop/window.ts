import type { Intake } from "./intake.ts"

/**
 * The port of a window (DESK-2): it shows one address, carries messages of the page, and keeps the page to its own origin.
 * `tests/contracts/window.contract.ts` is what every implementation keeps.
 */

/** Pixels of the screen; `x` and `y` where the system reports them. `zoom` 1 is the page's own size. */
export interface WindowShape {
  readonly x?: number
  readonly y?: number
  readonly width: number
  readonly height: number
  readonly maximized: boolean
  readonly zoom: number
  /** The colour behind the page, `#rrggbb`, as it was last time: what is shown until the page is painted. */
  readonly ground?: string
}

export interface WindowOptions {
  /** The address that is shown first; its origin is the only one that is ever shown. */
  readonly url: string
  /** Where the engine keeps the page's storage, and what can be had again. */
  readonly data: string
  readonly cache: string
  readonly downloads: string
  readonly shape: WindowShape
  /** A file with a picture. */
  readonly icon?: string
}

/** What a window tells its program. */
export interface WindowReports {
  /** Asked before each message, by its bytes: only one that is to be read is given to `message`. */
  judge: Intake["judge"]
  /** A message of the page, which may be anything. */
  message(message: unknown): void
  /** A person followed a link that leads elsewhere. */
  link(address: string): void
  /** A file of the page was saved in the Downloads folder, or was not, and why. */
  saved(name: string, error?: string): void
  shape(shape: unknown): void
  /** The engine's process of the page crashed; `again` is soon after the last time, and the window closes. */
  crashed(again: boolean): void
  /** It is gone; `problem` is one sentence when it was not closed on purpose. */
  closed(problem?: string): void
}

export interface Window {
  /** Name and version of the engine. */
  readonly engine: string
  /** Hands a message to the page, as the text of JSON. */
  post(text: string): void
  /** Shows another address of the same origin. */
  load(url: string): void
  /** Brings it before all others; whether it should close is not asked any more. */
  present(): void
  /** The value of a script in the page, as JSON has it; rejects with what the script threw. */
  evaluate(script: string): Promise<unknown>
  /** Resolves when it is gone and what its page kept is on the disk. */
  close(): Promise<void>
}

/** Opens a window; rejects with `Problem` when the system lacks what it needs. */
export type OpenWindow = (options: WindowOptions, reports: WindowReports) => Promise<Window>

/** An engine that may be here. */
export interface WindowEngine {
  readonly name: "gjs" | "wry"
  /** One sentence when it cannot open windows here; null when it can. */
  readonly lack: () => Promise<string | null>
  readonly open: OpenWindow
}
