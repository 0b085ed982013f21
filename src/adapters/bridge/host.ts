import { type Os, osNamed } from "../../domain/values/os.ts"
import type { BridgeMessage } from "../../domain/wire/bridge.ts"

/**
 * The program whose window shows this page (BRIDGE-2, BRIDGE-6). It may speak before the app is loaded: `first-paint.js` keeps
 * what it says, and this keeps the rest until the bridge's own code listens. Its code is fetched where there is such a window.
 */

/** What such a window gives to its page. */
export interface NativeWindow {
  /** Linux, and shells of any system that give functions to a page: one function for each type of message. */
  readonly sightlineHooks?: Readonly<Record<string, unknown>> | undefined
  /** WebView2: messages go and come over one port. */
  readonly chrome?: { readonly webview?: WebView2 | undefined } | undefined
  /** WKWebView and WebKitGTK: messages go to a handler; what comes is given to `sightlineReceive`. */
  readonly webkit?: { readonly messageHandlers?: { readonly sightline?: Poster | undefined } | undefined } | undefined
  /** What the program says of itself before the page: `text` where it takes messages as the text of JSON alone. */
  readonly sightlineApp?: { readonly messages?: unknown } | undefined
  /** What came before the app was loaded. */
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

/** Messages that wait for a listener; a program that says more before the app is loaded loses the oldest. */
const WAITING_MAX = 1_000

/** A program that has not said who it is within this time is not waited for, ms. */
const HOST_WORD_MS = 1_000

/** What is known of the program: whether the page is its app, and the system where it names one. */
export interface HostWord {
  readonly isApp: boolean
  readonly os: Os | null
}

export interface Host {
  /** `away`: the program, or its end of the window, is gone. */
  readonly post: (message: BridgeMessage) => "sent" | "away" | "unsupported"
  /** Receives every message of the program as text, those that waited first. One listener at a time; returns how to stop. */
  readonly listen: (listener: (message: string) => void) => () => void
  readonly word: () => HostWord
  /** Calls the listener when the word changes; returns a function that stops it. */
  readonly onWord: (listener: (word: HostWord) => void) => () => void
  /** The word once the program has spoken, or could have; at once where the page knows it by names that are our own. */
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

/** Text and objects come alike, both as the text of one message. What has no text, as a circle of objects, is one that cannot be read. */
const textOf = (data: unknown): string => {
  try {
    return typeof data === "string" ? data : (JSON.stringify(data) ?? "")
  } catch {
    return ""
  }
}

/** A program that has gone may leave its functions behind, and each of them throws. */
const guarded =
  (post: Post): Post =>
  (message) => {
    try {
      return post(message)
    } catch {
      return "away"
    }
  }

/** Shells on Windows show `chrome.webview` beside their own functions, which come first. */
const postOf = (page: NativeWindow): Post | null => {
  const asText = page.sightlineApp?.messages === "text"
  if (page.sightlineHooks !== undefined) return calls(page.sightlineHooks)
  if (page.chrome?.webview !== undefined) return posts(page.chrome.webview, asText)
  const handler = page.webkit?.messageHandlers?.sightline
  return handler === undefined ? null : posts(handler, asText)
}

/** Receives both ways in, whatever the way out: a program uses one of them. */
const hearAll = (page: NativeWindow, received: (text: string) => void): void => {
  const hear = (message: unknown): void => received(textOf(message))
  const early = page.sightlineEarly
  early?.stop()
  page.sightlineReceive = hear
  page.chrome?.webview?.addEventListener("message", ({ data }) => hear(data))
  for (const message of early?.messages.splice(0) ?? []) hear(message)
}

/** Dispatched on the window when the program has saved a file of the page, or has not; its detail is `SavedFile`. */
export const SAVED_EVENT = "sightline:saved"

const tellSaved = (said: object | null): void => {
  if (said === null || Reflect.get(said, "type") !== "file_saved") return
  globalThis.dispatchEvent?.(new CustomEvent(SAVED_EVENT, { detail: said }))
}

/** Dispatched on the window when the program wants another page to be shown; its detail is the path. Cancelled by who shows it. */
export const OPEN_EVENT = "sightline:open"

/** Within the app, so that nothing is loaded again; where the app shows no page yet or any more, it begins there. */
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
  // Any program gives `chrome.webview` to any page: there it counts once it has spoken. The other names are our own.
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
      // Who begins to listen again has missed what was said meanwhile.
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

/** The page's own window, which a native program may have given more than a browser does. */
export const ownHost = (): Host | null => hostAround(thisPage(window))
const thisPage = (page: object): NativeWindow => page

const hosts = new WeakMap<NativeWindow, Host>()

/** The program around this page, or null in a browser. The page tells it that it listens. */
export const hostAround = (page: NativeWindow): Host | null => {
  const known = hosts.get(page)
  if (known !== undefined) return known
  const post = postOf(page)
  if (post === null) return null
  const host = open(page, guarded(post))
  hosts.set(page, host)
  return host
}
