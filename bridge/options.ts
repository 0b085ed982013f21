import type { BridgeCallback, BridgeMessage } from "../src/domain/wire/bridge.ts"

export type Overhear = (way: "in" | "out", message: BridgeMessage | BridgeCallback) => void

/** What a bridge is started with. */
export interface BridgeOptions {
  /** 0 takes a free one. */
  readonly port: number
  /** Opens the bridge to the app's own pages and to programs of this machine. */
  readonly token: string
  readonly ownOrigins: readonly string[]
  /** Where paired origins and images are kept; this person's own places without it. */
  readonly folder?: string
  /** Where the text of the latest firmware is, when it is known; images lie beside it. */
  readonly firmwareUrl?: string
  /** The app's newest version, where it is known. */
  readonly latestVersion?: string
  /** One registry of emulated devices, or undefined for all that this user runs. */
  readonly registry?: string
  /** Whether the networks of this machine are asked by broadcast. */
  readonly broadcast?: boolean
  /** Devices are looked for this often, and a scanned address has this long to answer, ms. */
  readonly roundMs?: number
  readonly scanTimeoutMs?: number
  /** A woken host that was not seen within this is not confirmed, ms. */
  readonly wakeConfirmMs?: number
  /** Sockets that are silent, or do not end what they have begun, are looked for this often, ms. */
  readonly silenceMs?: number
  /** Flags of tips to report in place of what the system lacks. */
  readonly simulatedTips?: number
  /** Receives each message of a page as it is understood, and each that a page is sent. */
  readonly overhear?: Overhear
  /** Writes a line for the person at this machine. */
  readonly say: (line: string) => void
}
