import type { Observable } from "rxjs"
import type { BridgeLink } from "../../domain/features/bridge/feature.ts"
import type { BridgeMessage } from "../../domain/wire/bridge.ts"
import type { FirmwareChunk } from "../../domain/wire/firmwareChunk.ts"

/** A signal of a native side: its link, or one unparsed message as text. */
export type Signal =
  | { readonly kind: "link"; readonly link: BridgeLink }
  | { readonly kind: "text"; readonly text: string }

/**
 * A connection to a native side. It holds all differences between the kinds of connection; `service.ts` interprets the
 * messages.
 */
export interface Transport {
  /** Connected while it has a subscriber. Never ends and never fails: failures arrive as a link. */
  readonly signals: Observable<Signal>
  /** The result of handing a message over. `unsupported`: this native side does not know the message. */
  readonly send: (message: BridgeMessage) => "sent" | "away" | "unsupported"
  readonly sendChunk: (chunk: FirmwareChunk) => "sent" | "away" | "unsupported"
  /** Ends this connection and opens another, where possible. */
  readonly renew: () => void
  /**
   * Ends a connection that does not work. Another opens after a wait that grows each time. Without a connection it does
   * nothing.
   */
  readonly drop: () => void
  /** The subprotocols that open a second socket of this native side; null while there is none. */
  readonly protocols: () => readonly string[] | null
  /** Bytes that were handed over and are not sent yet. */
  readonly waiting: () => number
}
