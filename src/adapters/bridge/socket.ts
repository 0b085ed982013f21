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

/**
 * Waits before reconnecting, ms: the base doubled with each attempt up to the cap, with jitter between half and all of
 * it.
 */
const BASE_MS = 500
const CAP_MS = 15_000
/** The cap after a connection that opened and did not work, ms. A connection that lasted LASTED_MS resets the waits. */
const DROPPED_CAP_MS = 5 * 60_000
const LASTED_MS = 60_000
/** A bridge sends `hello` within this time after it has accepted a connection, ms. Other servers are no bridge. */
const HELLO_MS = 5_000

/** A connection that has ended, or never opened. */
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

/** The data about the page that a socket needs. */
export interface SocketSettings {
  /**
   * Called before each attempt, because each start of the bridge has another token. Null when there is no access to
   * any.
   */
  readonly find: () => Promise<Access | null>
  /** True when the server of this page runs a bridge, which is then tried again and again. */
  readonly isOwn: boolean
  /**
   * The reason why a socket did not open, which browsers hide from a page: forbidden by the browser, refused by the
   * bridge, or no bridge.
   */
  readonly whyNot: (access: Access) => Promise<BridgeLink>
  /** The same for a page without a token. */
  readonly whyNoWay: () => Promise<BridgeLink>
  /** Emits when the network or the person is back: a retry need not wait any longer. */
  readonly signsOfLife: Observable<unknown>
  /** Emits when a new token has come, which is used at once. */
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
 * The signals of a socket while there is a listener. Fails when the socket is dropped or closes, with `whyNot` if it
 * never opened. A server that does not greet first is no bridge. When the other side hangs, closing would take long, so
 * this does not wait for it.
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
    // Only a socket that closes before it opens was refused. A bridge that took the token, or never answers, is away.
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

/** Reports each loss as a link, and reconnects after a while, or at once at a sign of life. */
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

/** The bundled bridge's socket. It reconnects while it has a subscriber. */
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
    // Without access to any bridge there is no retry until a person pairs.
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
