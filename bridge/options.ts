import type { BridgeCallback, BridgeMessage } from "../src/domain/wire/bridge.ts"

export type Overhear = (way: "in" | "out", message: BridgeMessage | BridgeCallback) => void

/** The options with which a bridge starts. */
export interface BridgeOptions {
  /** 0 takes a free port. */
  readonly port: number
  /** Opens the bridge to the app's own pages and to programs of this machine. */
  readonly token: string
  readonly ownOrigins: readonly string[]
  /** The folder for paired origins and images. Default: this person's own folders. */
  readonly folder?: string
  /** The address of the text of the latest firmware, when it is known. The images are next to it. */
  readonly firmwareUrl?: string
  /** The app's newest version, when it is known. */
  readonly latestVersion?: string
  /** One registry of emulated devices, or undefined for all that this user runs. */
  readonly registry?: string
  /** True when rounds ask the networks of this machine by broadcast. */
  readonly broadcast?: boolean
  /** Length of a discovery round, and the time that a scanned address has to answer, ms. */
  readonly roundMs?: number
  readonly scanTimeoutMs?: number
  /** A woken host that is not seen within this time is not confirmed, ms. */
  readonly wakeConfirmMs?: number
  /** Interval of the checks for silent sockets and unfinished messages, ms. */
  readonly silenceMs?: number
  /** Flags of tips to report instead of the real ones. */
  readonly simulatedTips?: number
  /** Receives each parsed message of a page, and each message to a page. */
  readonly overhear?: Overhear
  /** Writes a line for the person at this machine. */
  readonly say: (line: string) => void
}
