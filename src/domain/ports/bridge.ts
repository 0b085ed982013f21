import { Context, Effect, Schema } from "effect"
import type { BridgeLink } from "../features/bridge/feature.ts"
import type { BridgeCallback, BridgeJunk, BridgeMessage } from "../wire/bridge.ts"
import type { FirmwareChunk } from "../wire/firmwareChunk.ts"

/** `away`: there is no native side. `unsupported`: this native side does not take that message. */
export class BridgeError extends Schema.TaggedError<BridgeError>()("BridgeError", {
  reason: Schema.Literals(["away", "unsupported"]),
}) {}

/** Why pairing went no further; `waitMs` and `triesLeft` where the bridge says them. */
export class PairingError extends Schema.TaggedError<PairingError>()("PairingError", {
  reason: Schema.Literals(["away", "wrongCode", "wait", "noCode", "failed"]),
  waitMs: Schema.Int,
  triesLeft: Schema.NullOr(Schema.Int),
}) {}

/**
 * The native side (BRIDGE-1): a bridge beside the browser, or the program whose window shows this page. It is connected while
 * a person listens to its messages, and reconnected automatically when it was lost (BRIDGE-4).
 */
export class Bridge extends Context.Service<
  Bridge,
  {
    /** Calls back with its state as soon as that is known, and at each change; returns how to stop. */
    readonly onLink: (listener: (link: BridgeLink) => void) => Effect.Effect<() => void>
    /** Calls back with each decoded message in order; bursts of discovered devices come joined into one. */
    readonly onMessage: (listener: (message: BridgeCallback) => void) => Effect.Effect<() => void>
    /** Calls back for input that cannot be decoded: it changes nothing (invariant 11). */
    readonly onJunk: (listener: (problem: BridgeJunk) => void) => Effect.Effect<() => void>
    /** Done when the message was handed over; the outcome arrives as messages. */
    readonly send: (message: BridgeMessage) => Effect.Effect<void, BridgeError>
    /** One chunk of a firmware image; waits while the ones before it have not left. Its bytes are empty afterwards. */
    readonly sendChunk: (chunk: FirmwareChunk) => Effect.Effect<void, BridgeError>
    /**
     * Leaves the native side and comes back as an unknown page: what it holds for this page, connections to devices and
     * the passcodes that opened them, is gone (SEC-4). A program around the page is left by closing its window alone.
     */
    readonly leave: Effect.Effect<void>
    /** The subprotocols by which the socket of a device's pictures is opened (docs/bridge.md). */
    readonly viewerProtocols: Effect.Effect<readonly string[], BridgeError>
    /** Has the bridge show a code in its terminal; gives how long it holds, ms (BRIDGE-5). */
    readonly askPairing: Effect.Effect<number, PairingError>
    /** The code that a person has read there; the token that it brings is kept for this browser. */
    readonly pair: (code: string) => Effect.Effect<void, PairingError>
  }
>()("sightline/Bridge") {}

const silent = () => Effect.succeed(() => {})
/* Errors are made when they happen: one that is made while a module loads costs a phone the reading of its whole script. */
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
