import { createContext, runInContext } from "node:vm"
import type { WryApplication, WryModule, WryWebview, WryWindow } from "../../desktop/wryWindow.ts"

/**
 * The module of wry by its types, with a script as its page: it records the window's requests and keeps the order of
 * callbacks. It draws nothing.
 */

type Listener = (payload: Readonly<Record<string, unknown>>) => void

class Emitter {
  readonly #listeners = new Map<string, Listener[]>()
  on(event: string, listener: Listener): void {
    this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), listener])
  }
  emit(event: string, payload: Readonly<Record<string, unknown>> = {}): void {
    for (const listener of this.#listeners.get(event) ?? []) listener({ event, ...payload })
  }
}

const call = (value: unknown, ...words: readonly unknown[]): unknown =>
  typeof value === "function" ? Reflect.apply(value, undefined, words) : undefined

class Webview extends Emitter implements WryWebview {
  readonly #options: Readonly<Record<string, unknown>>
  receive: ((message: { readonly body: Uint8Array }) => void) | undefined
  /** The answer to the page's own question. */
  answer = false
  readonly asked: unknown[] = []
  /** True when a person pressed something a moment ago. */
  isPressed = false
  /** True while the page hangs and answers no script. */
  isHanging = false
  #page = createContext({})

  constructor(options: Readonly<Record<string, unknown>>) {
    super()
    this.#options = options
    this.#show(String(options.url))
  }
  onIpcMessage(handler: (message: { readonly body: Uint8Array }) => void): void {
    this.receive = handler
  }
  evaluateScript(script: string): void {
    runInContext(script, this.#page)
  }
  evaluateScriptWithCallback(script: string, done: (error: Error | null, result: string) => void): void {
    if (this.isHanging) return
    try {
      const value: unknown = runInContext(script, this.#page)
      done(null, JSON.stringify(value) ?? "")
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)), "")
    }
  }
  loadUrl(url: string): void {
    this.#navigate(url)
  }
  zoom(): void {}

  #navigate(url: string): void {
    if (call(this.#options.navigationHandler, url) === true) this.#show(url)
  }
  #show(url: string): void {
    const navigate = (next: string) => this.#navigate(next)
    const location = {
      get href() {
        return url
      },
      set href(next: string) {
        navigate(next)
      },
    }
    const open = (next: string) => {
      call(this.#options.newWindowHandler, { url: next })
      return null
    }
    const isPressed = () => this.isPressed
    const navigator = {
      userActivation: {
        get isActive() {
          return isPressed()
        },
      },
    }
    const page = new EventTarget()
    const createEvent = () => {
      const event = new Event("beforeunload", { cancelable: true })
      return Object.defineProperties(event, {
        initEvent: { value: () => undefined },
        returnValue: { value: "", writable: true },
      })
    }
    const events = {
      addEventListener: page.addEventListener.bind(page),
      dispatchEvent: page.dispatchEvent.bind(page),
      confirm: (text: unknown) => {
        this.asked.push(text)
        return this.answer
      },
    }
    const document = { body: { innerText: url }, createEvent }
    const ipc = { postMessage: (text: string) => this.receive?.({ body: Buffer.from(text) }) }
    this.#page = createContext({ ...events, location, document, navigator, open, ipc })
    runInContext("globalThis.window = globalThis", this.#page)
    runInContext(String(this.#options.preload), this.#page)
    this.emit("title-changed", { title: `Page ${url}` })
  }
}

class BrowserWindow implements WryWindow {
  webview: Webview | undefined
  readonly #closing: ((event: { preventDefault(): void }) => void)[] = []
  on(event: "close" | "resize" | "move", listener: (event: { preventDefault(): void }) => void): void {
    if (event === "close") this.#closing.push(listener)
  }
  /** Acts like the close button of the window. True when the window closed at once. */
  pressClose(): boolean {
    let isGone = true
    const preventDefault = () => {
      isGone = false
    }
    for (const listener of this.#closing) listener({ preventDefault })
    return isGone
  }
  createWebview(options: Readonly<Record<string, unknown>>): WryWebview {
    this.webview = new Webview(options)
    return this.webview
  }
  setTitle(): void {}
  setMinimized(): void {}
  focus(): void {}
  isMaximized(): boolean {
    return false
  }
  getInnerSize() {
    return { width: 640, height: 480 }
  }
  getPosition() {
    return { x: 10, y: 20 }
  }
}

export class PlayedWry {
  readonly windows: BrowserWindow[] = []
  readonly module: WryModule

  constructor() {
    const { windows } = this
    this.module = {
      Application: class implements WryApplication {
        createWebContext(options: { readonly dataDirectory: string }): unknown {
          return options
        }
        createBrowserWindow(): WryWindow {
          const window = new BrowserWindow()
          windows.push(window)
          return window
        }
        whenReady(): Promise<void> {
          return Promise.resolve()
        }
        exit(): void {}
      },
    }
  }
}
