import { type Os, osNamed } from "../../domain/values/os.ts"
import type { BridgeMessage } from "../../domain/wire/bridge.ts"

/**
 * The program whose window shows this page (BRIDGE-2, BRIDGE-6). It may send messages before the app is loaded:
 * `first-paint.js` keeps those, and this module keeps later ones until the bridge's own code listens. Its code is
 * fetched only in such a window.
 */

/** The objects that such a window gives to its page. */
export interface NativeWindow {
  /** Linux, and programs of any system that give functions to a page: one function for each type of message. */
  readonly sightlineHooks?: Readonly<Record<string, unknown>> | undefined
  /** WebView2: messages go in both directions over one port. */
  readonly chrome?: { readonly webview?: WebView2 | undefined } | undefined
  /** WKWebView and WebKitGTK: outgoing messages go to a handler, incoming ones to `sightlineReceive`. */
  readonly webkit?: { readonly messageHandlers?: { readonly sightline?: Poster | undefined } | undefined } | undefined
  /** Set by the program before the page loads. `text`: it takes messages only as JSON text. */
  readonly sightlineApp?: { readonly messages?: unknown } | undefined
  /** Messages from before the app was loaded. */
  readonly sightlineEarly?: { readonly messages: unknown[]; readonly stop: () => void } | undefined
  sightlineReceive?: ((message: unknown) => void) | undefined
}
interface Poster {
  readonly postMessage: (message: unknown) => void
}
type Hear = (event: { readonly data: unknown }) => void
interface WebView2 extends Poster {
  readonly addEventListener: (type: "message", hear: Hear) => void
  readonly removeEventListener: (type: "message", hear: Hear) => void
}

/** The most messages that wait for a listener. Beyond that, the oldest are lost. */
const WAITING_MAX = 1_000

/** The timeout for the program to report its kind, ms. */
const HOST_WORD_MS = 1_000

/** The program's report about itself: whether the page is its app, and the system where it names one. */
export interface HostWord {
  readonly isApp: boolean
  readonly os: Os | null
}

export interface Host {
  /** `away`: the program, or its end of the connection, is gone. */
  readonly post: (message: BridgeMessage) => "sent" | "away" | "unsupported"
  /**
   * Receives every message of the program as text, waiting ones first. One listener at a time. Returns a function that
   * unsubscribes.
   */
  readonly listen: (listener: (message: string) => void) => () => void
  readonly word: () => HostWord
  /** Calls back when the report changes. Returns a function that unsubscribes. */
  readonly onWord: (listener: (word: HostWord) => void) => () => void
  /** The report once the program has sent it, or the timeout has passed. At once in a window with names of our own. */
  readonly firstWord: () => Promise<HostWord>
}

type Post = Host["post"]

const calls =
  (hooks: Readonly<Record<string, unknown>>): Post =>
  ({ type, ...body }) => {
    const hook = hooks[type]
    if (typeof hook !== "function") return "unsupported"
    hook(body)
    return "sent"
  }

const posts =
  (to: Poster, asText: boolean): Post =>
  (message) => {
    to.postMessage(asText ? JSON.stringify(message) : message)
    return "sent"
  }

/**
 * Text and objects both become the text of one message. An object without text, such as a circular one, becomes an
 * unreadable message.
 */
const textOf = (data: unknown): string => {
  try {
    return typeof data === "string" ? data : (JSON.stringify(data) ?? "")
  } catch {
    return ""
  }
}

/** A program that has gone may leave functions behind that throw. */
const guarded =
  (post: Post): Post =>
  (message) => {
    try {
      return post(message)
    } catch {
      return "away"
    }
  }

/** Programs on Windows have `chrome.webview` beside their own functions, which take precedence. */
const postOf = (page: NativeWindow): Post | null => {
  const asText = page.sightlineApp?.messages === "text"
  if (page.sightlineHooks !== undefined) return calls(page.sightlineHooks)
  if (page.chrome?.webview !== undefined) return posts(page.chrome.webview, asText)
  const handler = page.webkit?.messageHandlers?.sightline
  return handler === undefined ? null : posts(handler, asText)
}

/** Receives on both channels, because a program uses either, whatever the outgoing channel. */
const hearAll = (page: NativeWindow, received: (text: string) => void): void => {
  const hear = (message: unknown): void => received(textOf(message))
  const early = page.sightlineEarly
  early?.stop()
  page.sightlineReceive = hear
  page.chrome?.webview?.addEventListener("message", ({ data }) => hear(data))
  for (const message of early?.messages.splice(0) ?? []) hear(message)
}

/** Dispatched on the window when the program has saved a file of the page, or failed to; its detail is `SavedFile`. */
export const SAVED_EVENT = "sightline:saved"

const tellSaved = (said: object | null): void => {
  if (said === null || Reflect.get(said, "type") !== "file_saved") return
  globalThis.dispatchEvent?.(new CustomEvent(SAVED_EVENT, { detail: said }))
}

/**
 * Dispatched on the window when the program asks for another page; its detail is the path. The code that shows the page
 * cancels it.
 */
export const OPEN_EVENT = "sightline:open"

/** Opens a page within the app without loading it again. When no part of the app handles that, loads the page. */
const openPage = (said: object | null): void => {
  if (said === null || Reflect.get(said, "type") !== "open_page") return
  const path: unknown = Reflect.get(said, "path")
  if (typeof path !== "string" || !/^\/(?![/\\])/.test(path)) return
  const isLeft = globalThis.dispatchEvent?.(new CustomEvent(OPEN_EVENT, { detail: path, cancelable: true }))
  if (isLeft === true) location.assign(path)
}

const objectOf = (text: string): object | null => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === "object" && value !== null ? value : null
  } catch {
    return null
  }
}

const open = (page: NativeWindow, post: Post): Host => {
  const waiting: string[] = []
  const followers = new Set<(word: HostWord) => void>()
  let listener: ((message: string) => void) | undefined
  let isAsked = true
  // On Windows every page has `chrome.webview`, so it counts only after a message of the program. The other names are
  // our own.
  let hasWord = page.sightlineHooks !== undefined || page.chrome?.webview === undefined
  let word: HostWord = { isApp: hasWord, os: null }

  const learn = (said: object | null): void => {
    if (said === null || typeof Reflect.get(said, "type") !== "string") return
    const isHello = Reflect.get(said, "type") === "hello"
    const isApp = isHello ? Reflect.get(said, "app") !== false : !hasWord || word.isApp
    const os = isHello ? osNamed(Reflect.get(said, "os")) : word.os
    const isNews = !hasWord || isApp !== word.isApp || os !== word.os
    hasWord = true
    word = { isApp, os }
    if (isNews) for (const follower of followers) follower(word)
  }
  hearAll(page, (message) => {
    const said = objectOf(message)
    learn(said)
    tellSaved(said)
    openPage(said)
    if (listener !== undefined) return listener(message)
    waiting.push(message)
    if (waiting.length > WAITING_MAX) waiting.shift()
  })
  post({ type: "ready" })

  return {
    post,
    listen: (next) => {
      listener = next
      for (const message of waiting.splice(0)) next(message)
      // A listener that subscribes again has missed the messages in between.
      if (!isAsked) post({ type: "ready" })
      isAsked = false
      return () => {
        if (listener === next) listener = undefined
      }
    },
    word: () => word,
    onWord: (follower) => {
      followers.add(follower)
      return () => followers.delete(follower)
    },
    firstWord: () =>
      new Promise((resolve) => {
        if (hasWord) return resolve(word)
        followers.add(resolve)
        setTimeout(() => resolve(word), HOST_WORD_MS)
      }),
  }
}

/** The page's own window, which a native program may have extended. */
export const ownHost = (): Host | null => hostAround(thisPage(window))
const thisPage = (page: object): NativeWindow => page

const hosts = new WeakMap<NativeWindow, Host>()

/** The program around this page; null in a browser. Reports to the program that the page listens. */
export const hostAround = (page: NativeWindow): Host | null => {
  const known = hosts.get(page)
  if (known !== undefined) return known
  const post = postOf(page)
  if (post === null) return null
  const host = open(page, guarded(post))
  hosts.set(page, host)
  return host
}
