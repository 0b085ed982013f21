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
 * Whether the native side still works. Its process may hang behind an open socket, or send unreadable frames; then it is
 * away, whatever the socket says (BRIDGE-4). Only a message that can be read is a sign of life.
 */

export interface LifeLimits {
  /** Without a message for this long it is asked, ms. */
  readonly quietMs: number
  /** Any message must come within this after a question, ms. */
  readonly answerMs: number
}

export const LIFE: LifeLimits = { quietMs: 10_000, answerMs: 8_000 }

/** Unreadable frames in a row after which the native side counts as broken. The bridge judges a page the same way. */
const JUNK_MAX = 20

/** Messages that a native side answers at once if it can at all; the rest may take longer, so that it is pinged beside them. */
const answeredAtOnce: ReadonlySet<BridgeMessage["type"]> = new Set(["ping", "scan_network", "list_origins"])

export type Came =
  | { readonly kind: "message"; readonly message: BridgeCallback }
  | { readonly kind: "junk" }
  | { readonly kind: "link" }

export interface Liveness {
  /** Each time that the native side is found not to work. */
  readonly fails: Observable<void>
  sent(message: BridgeMessage): void
}

/** A timer that is late because the page was frozen is no verdict: what came meanwhile is read first. */
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
  /** A native side that offers it is asked whenever it is quiet. */
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
      // Of many messages at once the first alone is pinged beside: a bridge takes only so many frames from a page.
      else if (offersPing && !isAsked) ping()
    },
  }
}
