import type { Observable } from "rxjs"
import type { BridgeLink } from "../../domain/features/bridge/feature.ts"
import type { BridgeMessage } from "../../domain/wire/bridge.ts"
import type { FirmwareChunk } from "../../domain/wire/firmwareChunk.ts"

/** What comes from a native side: its link, or one message as text, not parsed yet. */
export type Signal =
  | { readonly kind: "link"; readonly link: BridgeLink }
  | { readonly kind: "text"; readonly text: string }

/** One way to a native side. All that differs between them is here; what the messages mean is `service.ts`. */
export interface Transport {
  /** Connected while subscribed. Never ends and never fails: failures arrive as a link. */
  readonly signals: Observable<Signal>
  /** Whether it was handed over. `unsupported`: this native side knows no such message. */
  readonly send: (message: BridgeMessage) => "sent" | "away" | "unsupported"
  readonly sendChunk: (chunk: FirmwareChunk) => "sent" | "away" | "unsupported"
  /** Ends this connection and makes another, where there is one to make. */
  readonly renew: () => void
  /** Ends a connection that does not work; another is made after a wait that grows each time. Nothing where there is none to end. */
  readonly drop: () => void
  /** What opens a second socket of this native side; null while there is none. */
  readonly protocols: () => readonly string[] | null
  /** Bytes that were handed over and have not left. */
  readonly waiting: () => number
}
