import { Context, Effect, Schema } from "effect"
import type { BridgeLink } from "../features/bridge/feature.ts"
import type { BridgeCallback, BridgeJunk, BridgeMessage } from "../wire/bridge.ts"
import type { FirmwareChunk } from "../wire/firmwareChunk.ts"

/** `away`: there is no native side. `unsupported`: this native side does not support the message. */
export class BridgeError extends Schema.TaggedError<BridgeError>()("BridgeError", {
  reason: Schema.Literals(["away", "unsupported"]),
}) {}

/** The reason why pairing failed; `waitMs` and `triesLeft` where the bridge reports them. */
export class PairingError extends Schema.TaggedError<PairingError>()("PairingError", {
  reason: Schema.Literals(["away", "wrongCode", "wait", "noCode", "failed"]),
  waitMs: Schema.Int,
  triesLeft: Schema.NullOr(Schema.Int),
}) {}

/**
 * The native side (BRIDGE-1): a bridge beside the browser, or the program whose window shows this page. The adapter
 * keeps the connection while a listener is registered, and reconnects automatically after losing it (BRIDGE-4).
 */
export class Bridge extends Context.Service<
  Bridge,
  {
    /**
     * Calls back with the state of the link as soon as it is known, and at each change. Returns a function that
     * unsubscribes.
     */
    readonly onLink: (listener: (link: BridgeLink) => void) => Effect.Effect<() => void>
    /** Calls back with each decoded message in order. Bursts of discovered devices come joined into one. */
    readonly onMessage: (listener: (message: BridgeCallback) => void) => Effect.Effect<() => void>
    /** Calls back for input that cannot be decoded: it changes nothing (invariant 11). */
    readonly onJunk: (listener: (problem: BridgeJunk) => void) => Effect.Effect<() => void>
    /** Completes when the message was handed over. The outcome arrives as messages. */
    readonly send: (message: BridgeMessage) => Effect.Effect<void, BridgeError>
    /**
     * Sends one chunk of a firmware image, after the earlier chunks have left. The bytes of `chunk` are empty
     * afterwards.
     */
    readonly sendChunk: (chunk: FirmwareChunk) => Effect.Effect<void, BridgeError>
    /**
     * Leaves the native side and reconnects as an unknown page. What the native side held for this page is gone: its
     * connections to devices and the passcodes that opened them (SEC-4). Only closing the window leaves a program
     * around the page.
     */
    readonly leave: Effect.Effect<void>
    /** The subprotocols that open the socket for a device's pictures (docs/bridge.md). */
    readonly viewerProtocols: Effect.Effect<readonly string[], BridgeError>
    /** Makes the bridge show a code in its terminal. Returns how long the code is valid, ms (BRIDGE-5). */
    readonly askPairing: Effect.Effect<number, PairingError>
    /** Sends the code that a person has read there. The adapter keeps the token of the reply for this browser. */
    readonly pair: (code: string) => Effect.Effect<void, PairingError>
  }
>()("sightline/Bridge") {}

const silent = () => Effect.succeed(() => {})
/* Errors are created when they occur: creating one while a module loads makes a phone parse the whole script. */
const away = Effect.suspend(() => Effect.fail(new BridgeError({ reason: "away" })))
const unavailable = Effect.suspend(() => Effect.fail(new PairingError({ reason: "away", waitMs: 0, triesLeft: null })))

/** For a page without a native side. */
export const noBridge: Bridge["Service"] = {
  onLink: silent,
  onMessage: silent,
  onJunk: silent,
  send: () => away,
  sendChunk: () => away,
  leave: Effect.void,
  viewerProtocols: away,
  askPairing: unavailable,
  pair: () => unavailable,
}
