import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { Problem, whyOf } from "./problem.ts"
import { CLOSE_PATIENCE_MS, CLOSE_ROUNDS, isOwnAddress, preload, scriptFor, WHY_STAY } from "./shell.ts"
import type { OpenWindow, WindowEngine, WindowOptions, WindowReports } from "./window.ts"

/**
 * The window by `@webviewjs/webview`: wry and tao, the parts of Tauri, as a module of Node. It uses WebView2 on
 * Windows, WKWebView on macOS, and WebKitGTK on Linux with glibc 2.39 or newer. The package is optional: this file
 * declares the used parts, so that the program builds without it.
 */

interface Emitter {
  on(event: string, listener: (payload: Readonly<Record<string, unknown>>) => void): unknown
}
export interface WryWebview extends Emitter {
  onIpcMessage(handler: (message: { readonly body: Uint8Array }) => void): void
  evaluateScript(script: string): void
  evaluateScriptWithCallback(script: string, done: (error: Error | null, result: string) => void): void
  loadUrl(url: string): void
  zoom(factor: number): void
}
interface CloseEvent {
  preventDefault(): void
}
export interface WryWindow {
  on(event: "close", listener: (event: CloseEvent) => void): unknown
  on(event: "resize" | "move", listener: () => void): unknown
  createWebview(options: Readonly<Record<string, unknown>>): WryWebview
  setTitle(title: string): void
  setMinimized(value: boolean): void
  focus(): void
  isMaximized(): boolean
  getInnerSize(logical: boolean): { readonly width: number; readonly height: number }
  getPosition(logical: boolean): { readonly x: number; readonly y: number }
}
export interface WryApplication {
  createWebContext(options: { readonly dataDirectory: string }): unknown
  createBrowserWindow(options: Readonly<Record<string, unknown>>): WryWindow
  whenReady(): Promise<void>
  exit(): void
}
export interface WryModule {
  readonly Application: new () => WryApplication
}

const PACKAGE = "@webviewjs/webview"
const INSTALL = `npm install ${PACKAGE}`

const isModule = (value: unknown): value is WryModule =>
  typeof value === "object" && value !== null && typeof Reflect.get(value, "Application") === "function"

/** The name is a variable, so that neither types nor bundles need the package. */
const load = async (name: string = PACKAGE): Promise<WryModule> => {
  const module: unknown = await import(name)
  if (!isModule(module)) throw new Error(`${PACKAGE} has no Application`)
  return module
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND"

/** The reason why the package cannot open windows here. */
export const wryLack = (error: unknown): string => {
  if (isMissing(error)) return `a window by wry needs the package ${PACKAGE}, which is missing: ${INSTALL}`
  const text = error instanceof Error ? error.message : String(error)
  const [, glibc] = /GLIBC_([0-9.]+)/.exec(text) ?? []
  const why = glibc === undefined ? whyOf(error) : `it needs glibc ${glibc} or newer, and this system has an older one`
  return `${PACKAGE} cannot be loaded here: ${why}`
}

/** True when a person pressed something in the page a moment ago. An engine without this property opens no link. */
const IS_PRESSED = "navigator.userActivation?.isActive === true"

type Evaluate = (script: string) => Promise<unknown>

/** True when the window may close: the engine does not ask the page, so this asks the page and then the person. */
const mayClose = async (evaluate: Evaluate): Promise<boolean> => {
  let why: unknown = ""
  for (let round = 1; round <= CLOSE_ROUNDS && why === ""; round += 1) {
    const late = sleep(CLOSE_PATIENCE_MS, null, { ref: false })
    why = await Promise.race([evaluate(WHY_STAY), late]).catch(() => null)
  }
  if (typeof why !== "string" || why === "") return true
  // The engine names the buttons.
  const [question] = why.split("\n")
  return (await evaluate(`confirm(${JSON.stringify(question)})`).catch(() => true)) === true
}

/** Files made by the page have no name here. The engine shows them, and this reports only a failure. */
const reportSaved = (address: unknown, success: unknown, { saved }: WindowReports): void => {
  const isNamed = typeof address === "string" && !address.startsWith("blob:")
  const name = isNamed ? (address.split("/").at(-1) ?? "") : "download"
  if (success === false) saved(name, "the download failed")
  else if (isNamed) saved(name)
}

/** The value of a script in the page. Rejects when the script throws. */
const evaluateIn =
  (webview: WryWebview): Evaluate =>
  (script) =>
    new Promise((resolve, reject) => {
      webview.evaluateScriptWithCallback(script, (error, result) => {
        if (error !== null) reject(error)
        else resolve(result === "" ? null : JSON.parse(result))
      })
    })

const reportMessage = (body: Uint8Array, reports: WindowReports): void => {
  if (reports.judge(body.byteLength) !== "read") return
  const text = Buffer.from(body).toString("utf8")
  try {
    reports.message(JSON.parse(text))
  } catch {
    reports.message(text)
  }
}

const shapeOf = (window: WryWindow, zoom: number) => {
  if (window.isMaximized()) return { maximized: true, zoom }
  const { x, y } = window.getPosition(true)
  return { ...window.getInnerSize(true), x, y, maximized: false, zoom }
}

/** Calls `closed` when a person closes the window and the page lets it close. Asks one question at a time. */
const whenClosed = (window: WryWindow, evaluate: Evaluate, closed: () => void): void => {
  let isAsking = false
  window.on("close", (event) => {
    event.preventDefault()
    if (isAsking) return
    isAsking = true
    mayClose(evaluate).then((isClosing) => {
      isAsking = false
      if (isClosing) closed()
    })
  })
}

/** The window on top of the module. A test may replace the module. */
export const openWry =
  ({ Application }: WryModule): OpenWindow =>
  async (options: WindowOptions, reports: WindowReports) => {
    const app = new Application()
    await app.whenReady()
    const { url, data, shape } = options
    const { x, y, width, height, maximized, zoom } = shape
    const isPlaced = x !== undefined && y !== undefined
    const window = app.createBrowserWindow({
      title: "Sightline",
      width,
      height,
      maximized,
      ...(isPlaced && { x, y }),
      logical: true,
    })
    const origin = new URL(url).origin
    const isOwn = (address: string): boolean => isOwnAddress(address, origin)
    const webview = window.createWebview({
      url,
      preload,
      enableDevtools: false,
      hotkeysZoom: true,
      webContext: app.createWebContext({ dataDirectory: join(data, "wry") }),
      navigationHandler: (address: string) => {
        if (!isOwn(address)) follow(address)
        return isOwn(address)
      },
      newWindowHandler: ({ url: address }: { readonly url?: string }) => {
        if (address === undefined || address === "about:blank") return false
        if (isOwn(address)) webview.loadUrl(address)
        else follow(address)
        return false
      },
    })
    const evaluate = evaluateIn(webview)
    const follow = (address: string): void => {
      evaluate(IS_PRESSED).then(
        (isPressed) => isPressed === true && reports.link(address),
        () => undefined,
      )
    }
    let isOver = false
    const end = (): void => {
      if (!isOver) reports.closed()
      isOver = true
    }
    webview.zoom(zoom)
    const reportShape = (): void => reports.shape(shapeOf(window, zoom))
    webview.onIpcMessage(({ body }) => reportMessage(body, reports))
    webview.on("title-changed", ({ title }) => window.setTitle(typeof title === "string" ? title : "Sightline"))
    webview.on("download-completed", ({ url: address, success }) => reportSaved(address, success, reports))
    window.on("resize", reportShape)
    window.on("move", reportShape)
    whenClosed(window, evaluate, () => {
      reportShape()
      end()
    })
    return {
      engine: `wry (${PACKAGE})`,
      post: (text) => webview.evaluateScript(scriptFor(text)),
      load: (address) => {
        if (isOwn(address)) webview.loadUrl(address)
      },
      present: () => {
        window.setMinimized(false)
        window.focus()
      },
      evaluate,
      close: () => {
        app.exit()
        end()
        return Promise.resolve()
      },
    }
  }

export const wryEngine: WindowEngine = {
  name: "wry",
  lack: async () => {
    try {
      await load()
      return null
    } catch (error) {
      return wryLack(error)
    }
  },
  open: async (options, reports) => {
    const module = await load().catch((error: unknown) => {
      throw new Problem(wryLack(error))
    })
    return openWry(module)(options, reports)
  },
}
