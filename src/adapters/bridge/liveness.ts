import {
  EMPTY,
  exhaustMap,
  filter,
  finalize,
  map,
  merge,
  NEVER,
  type Observable,
  of,
  race,
  Subject,
  scan,
  startWith,
  switchMap,
  take,
  tap,
  timer,
} from "rxjs"
import type { BridgeCallback, BridgeMessage } from "../../domain/wire/bridge.ts"

/**
 * Checks that the native side still works. Its process may hang behind an open socket, or send unreadable frames. It
 * then counts as away, whatever the socket says (BRIDGE-4). Only a readable message is a sign of life.
 */

export interface LifeLimits {
  /** After this time without a message it is pinged, ms. */
  readonly quietMs: number
  /** The timeout for any message after a ping, ms. */
  readonly answerMs: number
}

export const LIFE: LifeLimits = { quietMs: 10_000, answerMs: 8_000 }

/**
 * After this many unreadable frames in a row the native side counts as broken. The bridge treats a page the same way.
 */
const JUNK_MAX = 20

/**
 * Messages that a working native side answers at once. Other answers may take longer, so a ping goes with those
 * messages.
 */
const answeredAtOnce: ReadonlySet<BridgeMessage["type"]> = new Set(["ping", "scan_network", "list_origins"])

export type Came =
  | { readonly kind: "message"; readonly message: BridgeCallback }
  | { readonly kind: "junk" }
  | { readonly kind: "link" }

export interface Liveness {
  /** Emits each time that the native side is found not to work. */
  readonly fails: Observable<void>
  sent(message: BridgeMessage): void
}

/** A late timer shows that the page was frozen. It does not count: messages that came meanwhile are read first. */
const due = (ms: number): Observable<boolean> => {
  const at = performance.now() + ms
  return timer(ms).pipe(map(() => performance.now() - at < ms))
}

export const watchLife = (came: Observable<Came>, ping: () => void, { quietMs, answerMs }: LifeLimits): Liveness => {
  const asked = new Subject<void>()
  let offersPing = false
  let isAsked = false
  const alive = came.pipe(filter(({ kind }) => kind === "message"))
  const changed = came.pipe(filter(({ kind }) => kind === "link"))

  const silence = asked.pipe(
    exhaustMap(() => {
      isAsked = true
      const verdict: Observable<boolean> = due(answerMs).pipe(
        switchMap((isTimely) => (isTimely ? of(true) : due(answerMs))),
      )
      return race(verdict, merge(alive, changed).pipe(map(() => false))).pipe(
        take(1),
        finalize(() => {
          isAsked = false
        }),
      )
    }),
    filter((isSilent) => isSilent),
  )
  const junk = came.pipe(
    scan((count, { kind }) => (kind === "junk" ? count + 1 : 0), 0),
    filter((count) => count > 0 && count % JUNK_MAX === 0),
  )
  /** A native side that offers `ping` is pinged whenever it is quiet. */
  const quiet = came.pipe(
    scan((offers, one) => {
      if (one.kind === "link") return false
      return one.kind === "message" && one.message.type === "hello" ? one.message.capabilities.includes("ping") : offers
    }, false),
    startWith(false),
    tap((offers) => {
      offersPing = offers
    }),
    switchMap((offers) => (offers ? timer(quietMs, quietMs) : NEVER)),
    tap(ping),
    switchMap(() => EMPTY),
  )
  return {
    fails: merge(silence, junk, quiet).pipe(map(() => undefined)),
    sent: ({ type }) => {
      if (answeredAtOnce.has(type)) asked.next()
      // Only the first of many messages at once gets a ping, because a bridge limits the frames from a page.
      else if (offersPing && !isAsked) ping()
    },
  }
}
