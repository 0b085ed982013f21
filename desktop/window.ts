import type { Intake } from "./intake.ts"

/**
 * The port of a window (DESK-2): it shows one address, carries messages of the page, and keeps the page on its own
 * origin. `tests/contracts/window.contract.ts` is the contract of every implementation.
 */

/** Pixels of the screen. `x` and `y` exist where the system reports them. `zoom` 1 is the page's normal size. */
export interface WindowShape {
  readonly x?: number
  readonly y?: number
  readonly width: number
  readonly height: number
  readonly maximized: boolean
  readonly zoom: number
  /** The colour behind the page, `#rrggbb`, from the last time. It is shown until the first paint. */
  readonly ground?: string
}

export interface WindowOptions {
  /** The first address. The window shows only its origin. */
  readonly url: string
  /** The folders for the page's storage, and for files that can be loaded again. */
  readonly data: string
  readonly cache: string
  readonly downloads: string
  readonly shape: WindowShape
  /** A file with a picture. */
  readonly icon?: string
}

/** The reports of a window to its program. */
export interface WindowReports {
  /** Judges each message by its bytes. Only a message to be read goes to `message`. */
  judge: Intake["judge"]
  /** A message of the page, which may have any shape. */
  message(message: unknown): void
  /** A person followed a link to another origin. */
  link(address: string): void
  /** A file of the page was saved in the Downloads folder, or failed with this reason. */
  saved(name: string, error?: string): void
  shape(shape: unknown): void
  /** The engine's process of the page crashed. `again`: soon after another crash, and the window closes. */
  crashed(again: boolean): void
  /** The window is gone. `problem` is one sentence when it was not closed on purpose. */
  closed(problem?: string): void
}

export interface Window {
  /** Name and version of the engine. */
  readonly engine: string
  /** Sends a message to the page, as JSON text. */
  post(text: string): void
  /** Shows another address of the same origin. */
  load(url: string): void
  /** Brings the window to the front, and withdraws an open question whether to close it. */
  present(): void
  /** The JSON value of a script in the page. Rejects with the script's error. */
  evaluate(script: string): Promise<unknown>
  /** Resolves when the window is gone and the page's data is on the disk. */
  close(): Promise<void>
}

/** Opens a window; rejects with `Problem` when the system lacks what it needs. */
export type OpenWindow = (options: WindowOptions, reports: WindowReports) => Promise<Window>

/** An engine that may be installed. */
export interface WindowEngine {
  readonly name: "gjs" | "wry"
  /** One sentence when it cannot open windows here; null when it can. */
  readonly lack: () => Promise<string | null>
  readonly open: OpenWindow
}
