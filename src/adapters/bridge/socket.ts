import {
  concat,
  defer,
  finalize,
  map,
  merge,
  NEVER,
  Observable,
  of,
  race,
  retry,
  Subject,
  switchMap,
  tap,
  timer,
} from "rxjs"
import type { BridgeLink } from "../../domain/features/bridge/feature.ts"
import { BRIDGE_PROTOCOL, parseBridgeCallback, TOKEN_PROTOCOL_PREFIX } from "../../domain/wire/bridge.ts"
import { encodeChunk } from "../../domain/wire/firmwareChunk.ts"
import { giveBack } from "../../workers/memory.ts"
import type { Access } from "./access.ts"
import type { Signal, Transport } from "./transport.ts"

/** Attempts to come back: full jitter between half and all of the base doubled each time, up to the cap, ms. */
const BASE_MS = 500
const CAP_MS = 15_000
/** After a connection that was there and did not work, the cap is this, ms; one that lasted so long resets the waits. */
const DROPPED_CAP_MS = 5 * 60_000
const LASTED_MS = 60_000
/** A bridge that has just taken a connection says hello within this, else it is none, ms. */
const HELLO_MS = 5_000

/** A connection that has ended, or never was. */
class Lost extends Error {
  readonly link: BridgeLink
  readonly wasDropped: boolean
  constructor(link: BridgeLink, wasDropped = false) {
    super(link.state)
    this.link = link
    this.wasDropped = wasDropped
  }
}

const away: BridgeLink = { state: "away" }

/** What a socket needs to know of the page that opens it. */
export interface SocketSettings {
  /** Asked before each attempt, because each start of the bridge has another token. Null when there is no way to one. */
  readonly find: () => Promise<Access | null>
  /** Whether the server of this page runs a bridge: then it is looked for again and again. */
  readonly isOwn: boolean
  /** Why a socket did not open, which browsers hide from a page: forbidden by the browser, refused by the bridge, or no bridge. */
  readonly whyNot: (access: Access) => Promise<BridgeLink>
  /** The same where the page has no token for it. */
  readonly whyNoWay: () => Promise<BridgeLink>
  /** The network or the person is back: no need to wait any longer. */
  readonly signsOfLife: Observable<unknown>
  /** Another token has come: it is used at once. */
  readonly paired: Observable<unknown>
}

const waits = (attempt: number, cap: number): number => {
  const most = Math.min(cap, BASE_MS * 2 ** Math.min(attempt, 10))
  return most / 2 + (Math.random() * most) / 2
}

const isHello = (text: string): boolean => {
  const parsed = parseBridgeCallback(text)
  return parsed.ok && parsed.value.type === "hello"
}

/**
 * What comes over a socket while there is a listener; fails when it closes, with `whyNot` if it never opened, or is dropped. A
 * server that does not greet first is no bridge. When the other side hangs, the end
 * of the close would take long, so it is not awaited.
 */
const receivedFrom = (
  socket: WebSocket,
  whyNot: () => Promise<BridgeLink>,
  dropped: Observable<void>,
): Observable<Signal> =>
  new Observable((out) => {
    let wasTaken = false
    let hasSpoken = false
    let hasGreeted = false
    const unheard = () =>
      void whyNot().then(
        (link) => out.error(new Lost(link)),
        () => out.error(new Lost(away)),
      )
    const leave = () => out.error(new Lost(away, hasSpoken && !hasGreeted))
    // Only a socket that closes before it opens was refused: a bridge that took the token, or says nothing at all, is away.
    const end = () => (wasTaken ? leave() : unheard())
    const patience = setTimeout(leave, HELLO_MS)
    socket.addEventListener("open", () => {
      wasTaken = true
    })
    socket.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
      const text = typeof data === "string" ? data : ""
      hasSpoken = true
      if (!hasGreeted && isHello(text)) {
        hasGreeted = true
        clearTimeout(patience)
      }
      out.next({ kind: "text", text })
    })
    socket.addEventListener("close", end)
    const dropping = dropped.subscribe(() => out.error(new Lost(away, true)))
    return () => {
      socket.removeEventListener("close", end)
      dropping.unsubscribe()
      clearTimeout(patience)
      socket.close()
    }
  })

/** Reports each loss as a link, and begins again after a while, or at once at a sign of life. */
const retried = (session: Observable<Signal>, signsOfLife: Observable<unknown>): Observable<Signal> =>
  new Observable((out) => {
    let drops = 0
    let openedAt = Number.POSITIVE_INFINITY
    const afterDrop = () => {
      if (performance.now() - openedAt > LASTED_MS) drops = 0
      drops += 1
      return timer(waits(drops, DROPPED_CAP_MS))
    }
    return session
      .pipe(
        tap(() => {
          openedAt = Math.min(openedAt, performance.now())
        }),
        retry({
          delay: (cause, attempt) => {
            const wait =
              cause instanceof Lost && cause.wasDropped
                ? afterDrop()
                : race(timer(waits(attempt, CAP_MS)), signsOfLife.pipe(map(() => 0)))
            openedAt = Number.POSITIVE_INFINITY
            out.next({ kind: "link", link: cause instanceof Lost ? cause.link : away })
            return wait
          },
          resetOnSuccess: true,
        }),
      )
      .subscribe(out)
  })

/** The bundled bridge's socket; connects again for as long as it is subscribed. */
export const socketTransport = ({ find, isOwn, whyNot, whyNoWay, signsOfLife, paired }: SocketSettings): Transport => {
  let current: WebSocket | undefined
  let offered: string[] = []
  const renewed = new Subject<void>()
  const dropped = new Subject<void>()
  const isOpen = (socket: WebSocket | undefined): socket is WebSocket => socket?.readyState === WebSocket.OPEN

  const opened = (access: Access): Observable<Signal> =>
    defer(() => {
      offered = [BRIDGE_PROTOCOL, TOKEN_PROTOCOL_PREFIX + access.token]
      const socket = new WebSocket(access.url, offered)
      return receivedFrom(socket, () => whyNot(access), dropped).pipe(
        tap(() => {
          current = socket
        }),
        finalize(() => {
          if (current === socket) current = undefined
        }),
      )
    })

  const session = defer(find).pipe(
    // Without any way to a bridge nothing is tried again until a person pairs.
    switchMap((access) => {
      if (access !== null) return opened(access)
      return isOwn
        ? defer(whyNoWay).pipe(switchMap(failing))
        : concat(of<Signal>({ kind: "link", link: { state: "none" } }), NEVER)
    }),
  )
  const tries = retried(session, signsOfLife)
  const begun = merge(of(null), paired).pipe(map(() => false))
  const again = renewed.pipe(map(() => true))

  return {
    signals: merge(begun, again).pipe(
      switchMap((wasLeft) => (wasLeft ? concat(of<Signal>({ kind: "link", link: away }), tries) : tries)),
    ),
    send: (message) => {
      if (!isOpen(current)) return "away"
      current.send(JSON.stringify(message))
      return "sent"
    },
    sendChunk: (chunk) => {
      if (!isOpen(current)) return "away"
      const frame = encodeChunk(chunk)
      current.send(frame)
      giveBack(frame)
      return "sent"
    },
    renew: () => renewed.next(),
    drop: () => dropped.next(),
    protocols: () => (isOpen(current) ? offered : null),
    waiting: () => current?.bufferedAmount ?? 0,
  }
}

const failing = (link: BridgeLink): Observable<never> =>
  new Observable((out) => {
    out.error(new Lost(link))
  })
