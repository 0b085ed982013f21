import { Effect } from "effect"
import {
  defer,
  distinctUntilChanged,
  filter,
  finalize,
  ignoreElements,
  map,
  merge,
  mergeMap,
  type Observable,
  Subject,
  type Subscription,
  share,
  startWith,
  tap,
} from "rxjs"
import type { BridgeLink } from "../../domain/features/bridge/feature.ts"
import { type Bridge, BridgeError } from "../../domain/ports/bridge.ts"
import {
  type BridgeCallback,
  type BridgeMessage,
  bridgeCapabilities,
  parseBridgeCallback,
} from "../../domain/wire/bridge.ts"
import { giveBack } from "../../workers/memory.ts"
import { joinBursts } from "./joining.ts"
import { type Came, LIFE, watchLife } from "./liveness.ts"
import type { Signal, Transport } from "./transport.ts"

/** Chunks are sent only while fewer bytes than this wait in the browser. */
const WAITING_MAX_BYTES = 1_024 * 1_024
const LOOK_AGAIN_MS = 20

type Read =
  | { readonly kind: "message"; readonly message: BridgeCallback }
  | { readonly kind: "junk"; readonly problem: "tooLarge" | "notJson" | "wrongShape" }
  | { readonly kind: "link"; readonly link: BridgeLink }

const read = (signal: Signal): Read => {
  if (signal.kind === "link") return signal
  const parsed = parseBridgeCallback(signal.text)
  return parsed.ok ? { kind: "message", message: parsed.value } : { kind: "junk", problem: parsed.reason }
}

const only =
  <Kind extends Read["kind"]>(kind: Kind) =>
  (one: Read): one is Extract<Read, { kind: Kind }> =>
    one.kind === kind

/** `hello` becomes the link. Listeners do not receive it as a message. */
const linkOf = (one: Read): BridgeLink | null => {
  if (one.kind === "link") return one.link
  if (one.kind !== "message" || one.message.type !== "hello") return null
  const { version, os, capabilities } = one.message
  return { state: "connected", version, os, capabilities }
}

const extensions: ReadonlySet<string> = new Set(bridgeCapabilities)

/** A native side gets the basic messages, and of the others those that its greeting offered. */
const isOffered = (link: BridgeLink | null, { type }: BridgeMessage): boolean =>
  link?.state !== "connected" || !extensions.has(type) || link.capabilities.includes(type)

type Listening = Omit<Bridge["Service"], "askPairing" | "pair">

/** The port over a transport: one connection for all listeners. */
export const serviceOver = (transport: Transport, limits = LIFE): Listening => {
  /** Emits `away` when the other side was found not to work. */
  const failed = new Subject<Read>()
  /** The current link, for later listeners: a native side reports it once, perhaps to a listener of messages only. */
  let stands: BridgeLink | null = null
  /** The link before it failed. A readable message restores it. */
  let lapsed: BridgeLink | null = null
  const send: Transport["send"] = (message) => {
    const outcome = transport.send(message)
    if (outcome === "sent") life.sent(message)
    if (outcome === "away") fail()
    return outcome
  }
  const fail = (): void => {
    if (stands?.state !== "connected") return
    lapsed = stands
    failed.next({ kind: "link", link: { state: "away" } })
    transport.drop()
  }
  const restored = (one: Read): readonly Read[] => {
    if (one.kind === "link") lapsed = null
    if (one.kind !== "message" || lapsed === null) return [one]
    const link = lapsed
    lapsed = null
    return [{ kind: "link", link }, one]
  }
  const came = new Subject<Came>()
  const life = watchLife(came, () => send({ type: "ping" }), limits)
  const reads = merge(
    transport.signals.pipe(
      map(read),
      tap((one) => came.next(one)),
      mergeMap(restored),
    ),
    failed,
    life.fails.pipe(tap(fail), ignoreElements()),
  ).pipe(
    tap((one) => {
      stands = linkOf(one) ?? stands
    }),
    finalize(() => {
      stands = null
      lapsed = null
    }),
    share(),
  )
  const links = defer(() => reads.pipe(map(linkOf), startWith(stands))).pipe(
    filter((link) => link !== null),
    distinctUntilChanged((a, b) => JSON.stringify(a) === JSON.stringify(b)),
  )
  const messages = reads.pipe(
    filter(only("message")),
    map(({ message }) => message),
    joinBursts,
    share(),
  )
  const junk = reads.pipe(
    filter(only("junk")),
    map(({ problem }) => problem),
  )
  const fails = (outcome: ReturnType<Transport["send"]>) =>
    outcome === "sent" ? Effect.void : Effect.fail(new BridgeError({ reason: outcome }))
  const room: Effect.Effect<void> = Effect.suspend(() =>
    transport.waiting() < WAITING_MAX_BYTES ? Effect.void : Effect.andThen(Effect.sleep(LOOK_AGAIN_MS), room),
  )
  return {
    onLink: (listener) => subscribed(links, listener),
    onMessage: (listener) => subscribed(messages, listener),
    onJunk: (listener) => subscribed(junk, listener),
    send: (message) => Effect.suspend(() => fails(isOffered(stands, message) ? send(message) : "unsupported")),
    leave: Effect.sync(transport.renew),
    viewerProtocols: Effect.suspend(() => {
      const protocols = transport.protocols()
      return protocols === null ? Effect.fail(new BridgeError({ reason: "away" })) : Effect.succeed(protocols)
    }),
    sendChunk: (chunk) =>
      Effect.andThen(
        room,
        Effect.suspend(() => {
          const outcome = transport.sendChunk(chunk)
          if (outcome === "away") fail()
          // The transport has copied it, and another send of the chunk reads it again.
          giveBack(chunk.bytes)
          return fails(outcome)
        }),
      ),
  }
}

const subscribed = <Value>(stream: Observable<Value>, listener: (value: Value) => void): Effect.Effect<() => void> =>
  Effect.sync(() => {
    const subscription: Subscription = stream.subscribe(listener)
    return () => subscription.unsubscribe()
  })
