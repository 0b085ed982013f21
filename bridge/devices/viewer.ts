import type { TLSSocket } from "node:tls"
import { WebSocket } from "ws"
import { NO_MAC } from "../../src/domain/values/mac.ts"
import { Rate } from "../../src/domain/values/rate.ts"
import type { Endpoint } from "../../src/domain/wire/device/endpoint.ts"
import type { DeviceMessage } from "../../src/domain/wire/device/message.ts"
import { parseViewerMessage, type ViewerCallback, type ViewerMessage } from "../../src/domain/wire/viewer.ts"
import type { Visitor } from "../gate/gate.ts"
import { JUNK_MAX, PAGE_BACKLOG_HOLD_BYTES, VIEWER_TEXTS_BURST, VIEWER_TEXTS_PER_SECOND } from "../limits.ts"
import { closeCodes } from "../page/page.ts"
import { bytesOf, closeFor } from "../page/socketLink.ts"
import type { DeviceSession } from "./entry.ts"
import { openStream, type Stream } from "./stream.ts"

/** One viewer: RFB between its socket and the device, piped with bounded buffers, and a few text messages. */

/** A session that a person may view. */
export interface Offer {
  readonly visitor: Visitor
  readonly session: DeviceSession
  readonly endpoint: Endpoint
  /** Keeps the session while a person views the screen. Returns the release. */
  readonly hold: () => () => void
  path: string
  socket: WebSocket | undefined
}

/**
 * Carries bytes both ways. A page that does not read stops the device's side, and a device that does not read stops the
 * page's, both through TCP. The bridge does not parse RFB: the device enforces the rights of a viewer (SCREEN-2).
 */
const pipe = (page: WebSocket, { socket, first }: Stream, ended: () => void): void => {
  const toPage = (bytes: Uint8Array): void => {
    page.send(bytes, () => {
      if (page.bufferedAmount < PAGE_BACKLOG_HOLD_BYTES) socket.resume()
    })
    if (page.bufferedAmount >= PAGE_BACKLOG_HOLD_BYTES) socket.pause()
  }
  socket.on("data", toPage)
  socket.on("error", () => socket.destroy())
  socket.on("close", () => {
    // Reads what the page still sends, so that its close arrives. The device's stream is gone.
    page.resume()
    ended()
  })
  socket.on("drain", () => page.resume())
  if (first.byteLength > 0) toPage(first)
  socket.resume()
}

const toDevice = (page: WebSocket, device: TLSSocket, bytes: Uint8Array): void => {
  if (device.destroyed || device.write(bytes)) return
  if (page.readyState === WebSocket.OPEN) page.pause()
}

/** The message about all computers behind a device, by MAC: awake when at least one is. */
const hostNews = (awake: ReadonlyMap<string, boolean>): ViewerCallback => {
  const canWake = [...awake.keys()].some((mac) => mac !== NO_MAC)
  return { type: "host", awake: [...awake.values()].includes(true), ...(!canWake && { canWake }) }
}

/** The message to the viewer for a message of the device. Undefined when a viewer shows nothing of it. */
const newsOf = (message: DeviceMessage): ViewerCallback | undefined => {
  if (message.type === "mode") return { type: "mode", mode: message.mode }
  return message.type === "tone" ? { type: "tone", hz: message.hz, ms: message.ms } : undefined
}

/** The seal of the session in words for a person: `TLS_AES_256_GCM_SHA384` becomes AES-256-GCM. */
const sealNews = ({ seal, keySince, isKeyKept }: DeviceSession): ViewerCallback | undefined => {
  const { cipher, fingerprint: key } = seal() ?? {}
  if (cipher === undefined || key === undefined) return undefined
  const name = cipher.replace(/^TLS_/, "").replace(/_SHA\d+$/, "")
  const since = keySince === undefined ? {} : { since: keySince }
  return { type: "seal", cipher: name.replaceAll("_", "-"), key, ...since, ...(!isKeyKept && { kept: false }) }
}

/**
 * The page may still send RFB for this long after the end of its stream, because it may not know of the end yet, ms.
 */
const STREAM_TAIL_MS = 10_000

/** Opens the stream at the first `view`; later ones change its settings. */
const createStreaming = (page: WebSocket, { session, endpoint }: Offer, send: (message: ViewerCallback) => void) => {
  let stream: TLSSocket | undefined
  /** Until this time RFB of the page is no violation, on the clock of the process. */
  let until = Number.NEGATIVE_INFINITY
  let opening = Promise.resolve()

  const attach = async (ticket: string): Promise<void> => {
    const opened = await openStream(endpoint, session.seal()?.fingerprint ?? "", ticket)
    if (opened === undefined) return send({ type: "error", reason: "refused" })
    if (page.readyState !== WebSocket.OPEN) return void opened.socket.destroy()
    stream = opened.socket
    until = Number.POSITIVE_INFINITY
    pipe(page, opened, () => {
      stream = undefined
      until = performance.now() + STREAM_TAIL_MS
      send({ type: "error", reason: "ended" })
    })
  }
  const view = async (wanted: Extract<ViewerMessage, { type: "view" }>): Promise<void> => {
    const answer = await session.request(wanted)
    if (!answer.ok || answer.message.type !== "stream") send({ type: "error", reason: "refused" })
    else if (stream === undefined) await attach(answer.message.ticket)
  }
  return {
    /** Handles one `view` at a time, so that two never open a stream each. */
    view: (wanted: Extract<ViewerMessage, { type: "view" }>): void => {
      opening = opening.then(() => view(wanted))
    },
    /** False when the page sent RFB before a stream, or long after the end of one. */
    write: (bytes: Uint8Array): boolean => {
      if (stream !== undefined) toDevice(page, stream, bytes)
      return performance.now() < until
    },
    close: (): void => void stream?.destroy(),
  }
}

const answerPing = async (
  session: DeviceSession,
  n: number,
  send: (message: ViewerCallback) => void,
): Promise<void> => {
  const answer = await session.request({ type: "status" })
  if (answer.ok) send({ type: "pong", n })
}

/** `patienceMs`: a page that has not asked for the picture by then is closed. */
export const serveViewer = (page: WebSocket, offer: Offer, patienceMs: number): void => {
  const { session } = offer
  const release = offer.hold()
  const rate = new Rate(VIEWER_TEXTS_BURST, 1_000 / VIEWER_TEXTS_PER_SECOND)
  let junk = 0
  const send = (message: ViewerCallback): void => {
    if (page.readyState === WebSocket.OPEN && page.bufferedAmount < PAGE_BACKLOG_HOLD_BYTES)
      page.send(JSON.stringify(message))
  }
  const streaming = createStreaming(page, offer, send)
  const refuse = (reason: "junk" | "too_fast"): void => {
    junk += 1
    send({ type: "error", reason })
    if (junk >= JUNK_MAX) closeFor(page, closeCodes.policy, reason)
  }
  const idle = setTimeout(() => closeFor(page, closeCodes.policy, "timed_out"), patienceMs)
  idle.unref()
  /** The state of the computers behind the device, by MAC. */
  const awake = new Map<string, boolean>()
  const sayHosts = (): void => send(hostNews(awake))
  const stop = session.onMessage((message) => {
    const news = newsOf(message)
    if (news !== undefined) send(news)
    if (message.type !== "host") return
    awake.set(message.mac, message.awake)
    sayHosts()
  })
  send({ type: "mode", mode: session.hello.mode })
  const seal = sealNews(session)
  if (seal !== undefined) send(seal)
  void session.request({ type: "status" }).then((answer) => {
    const hosts = answer.ok && answer.message.type === "status" ? answer.message.hosts : []
    // Messages that arrived since the request are newer than this answer.
    for (const host of hosts) if (!awake.has(host.mac)) awake.set(host.mac, host.awake)
    if (hosts.length > 0) sayHosts()
  })
  page.on("message", (data, isBinary) => {
    if (page.readyState !== WebSocket.OPEN) return
    const bytes = bytesOf(data)
    if (isBinary) {
      // In RFB the device speaks first: bytes before the stream, or long after its end, are junk.
      if (!streaming.write(bytes)) refuse("junk")
      return
    }
    if (!rate.take(performance.now())) return refuse("too_fast")
    const message = parseViewerMessage(bytes.toString("utf8"))
    if (!message.ok) return refuse("junk")
    junk = 0
    if (message.value.type === "ping") return void answerPing(session, message.value.n, send)
    clearTimeout(idle)
    streaming.view(message.value)
  })
  page.on("error", () => page.terminate())
  page.on("close", () => {
    clearTimeout(idle)
    stop()
    release()
    streaming.close()
    if (offer.socket !== page) return
    offer.socket = undefined
    void session.request({ type: "view_stop" })
  })
  void session.ended.then(() => page.close(closeCodes.goingAway))
}
