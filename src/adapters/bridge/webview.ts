import { map, merge, Observable, of } from "rxjs"
import type { BridgeLink } from "../../domain/features/bridge/feature.ts"
import type { BridgeMessage } from "../../domain/wire/bridge.ts"
import type { Signal, Transport } from "./transport.ts"

/**
 * The program whose window shows this page (BRIDGE-2): it lives as long as the page, so it is connected from the start.
 * Firmware in chunks and the viewer's socket are extensions that these ways have not.
 */

/** What such a window gives to its page. */
export interface NativeWindow {
  /** WebView2: messages go and come over one port. */
  readonly chrome?: { readonly webview?: WebView2 | undefined } | undefined
  /** WKWebView and WebKitGTK: messages go to a handler; what comes is given to `sightlineReceive`. */
  readonly webkit?: { readonly messageHandlers?: { readonly sightline?: Poster | undefined } | undefined } | undefined
  /** Linux: one function for each message; what comes is given to `sightlineReceive`. */
  readonly sightlineHooks?: Readonly<Record<string, unknown>> | undefined
  sightlineReceive?: ((message: unknown) => void) | undefined
}
interface Poster {
  readonly postMessage: (message: unknown) => void
}
interface WebView2 extends Poster {
  readonly addEventListener: (type: "message", listener: (event: { readonly data: unknown }) => void) => void
  readonly removeEventListener: (type: "message", listener: (event: { readonly data: unknown }) => void) => void
}

const basic: BridgeLink = { state: "connected", version: "", os: "", capabilities: [] }

/** Text and objects come alike: both are read as the text of one message. */
const textOf = (data: unknown): string => (typeof data === "string" ? data : (JSON.stringify(data) ?? ""))

type Send = Transport["send"]

const over = (incoming: Observable<unknown>, send: Send): Transport => ({
  signals: merge(
    of<Signal>({ kind: "link", link: basic }),
    incoming.pipe(map((data): Signal => ({ kind: "text", text: textOf(data) }))),
  ),
  send,
  sendBytes: () => "unsupported",
  renew: () => undefined,
  protocols: () => null,
  waiting: () => 0,
})

const portOf = (webview: WebView2): Observable<unknown> =>
  new Observable((out) => {
    const hear = ({ data }: { readonly data: unknown }) => out.next(data)
    webview.addEventListener("message", hear)
    return () => webview.removeEventListener("message", hear)
  })

/** The native side calls a function of the page. */
const received = (page: NativeWindow): Observable<unknown> =>
  new Observable((out) => {
    page.sightlineReceive = (message) => out.next(message)
    return () => {
      page.sightlineReceive = undefined
    }
  })

const posts =
  (to: Poster): Send =>
  (message) => {
    to.postMessage(message)
    return "sent"
  }

const calls =
  (hooks: Readonly<Record<string, unknown>>): Send =>
  ({ type, ...body }: BridgeMessage) => {
    const hook = hooks[type]
    if (typeof hook !== "function") return "unsupported"
    hook(body)
    return "sent"
  }

/** The native side around this page, or null in a browser. */
export const webviewTransport = (page: NativeWindow): Transport | null => {
  const webview = page.chrome?.webview
  if (webview !== undefined) return over(portOf(webview), posts(webview))
  const handler = page.webkit?.messageHandlers?.sightline
  if (handler !== undefined) return over(received(page), posts(handler))
  const hooks = page.sightlineHooks
  return hooks === undefined ? null : over(received(page), calls(hooks))
}
