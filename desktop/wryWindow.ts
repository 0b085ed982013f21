import { join } from "node:path"
import { Problem, whyOf } from "./problem.ts"
import { isOwnAddress, preload, scriptFor } from "./shell.ts"
import type { OpenWindow, WindowEngine, WindowOptions, WindowReports } from "./window.ts"

/**
 * The window by `@webviewjs/webview`: wry and tao, which are Tauri's own, as a module of Node. WebView2 on Windows, WKWebView on
 * macOS, WebKitGTK on Linux with glibc 2.39 or newer. An optional package: what of it is used is described here, so that the
 * program is built without it.
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
export interface WryWindow extends Emitter {
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

/** The name is no literal, so that neither types nor bundles need the package. */
const load = async (name: string = PACKAGE): Promise<WryModule> => {
  const module: unknown = await import(name)
  if (!isModule(module)) throw new Error(`${PACKAGE} has no Application`)
  return module
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND"

/** Why the package cannot open windows here. */
export const wryLack = (error: unknown): string => {
  if (isMissing(error)) return `a window by wry needs the package ${PACKAGE}, which is missing: ${INSTALL}`
  const text = error instanceof Error ? error.message : String(error)
  const [, glibc] = /GLIBC_([0-9.]+)/.exec(text) ?? []
  const why = glibc === undefined ? whyOf(error) : `it needs glibc ${glibc} or newer, and this system has an older one`
  return `${PACKAGE} cannot be loaded here: ${why}`
}

/** The window over the module, which a test may play. */
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
        if (!isOwn(address)) reports.link(address)
        return isOwn(address)
      },
      newWindowHandler: ({ url: address }: { readonly url?: string }) => {
        if (address === undefined || address === "about:blank") return false
        if (isOwn(address)) webview.loadUrl(address)
        else reports.link(address)
        return false
      },
    })
    let isOver = false
    const end = (): void => {
      if (!isOver) reports.closed()
      isOver = true
    }
    webview.zoom(zoom)
    const tellShape = (): void => {
      const isMaximized = window.isMaximized()
      const { x: left, y: top } = window.getPosition(true)
      reports.shape(
        isMaximized
          ? { maximized: true, zoom }
          : { ...window.getInnerSize(true), x: left, y: top, maximized: false, zoom },
      )
    }
    webview.onIpcMessage(({ body }) => {
      const text = Buffer.from(body).toString("utf8")
      try {
        reports.message(JSON.parse(text))
      } catch {
        reports.message(text)
      }
    })
    webview.on("title-changed", ({ title }) => window.setTitle(typeof title === "string" ? title : "Sightline"))
    webview.on("download-completed", ({ url: address, success }) => {
      const name = typeof address === "string" ? (address.split("/").at(-1) ?? "") : ""
      reports.saved(name, success === false ? "the download failed" : undefined)
    })
    window.on("resize", tellShape)
    window.on("move", tellShape)
    window.on("close", () => {
      tellShape()
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
      evaluate: (script) =>
        new Promise((resolve, reject) => {
          webview.evaluateScriptWithCallback(script, (error, result) => {
            if (error !== null) reject(error)
            else resolve(result === "" ? null : JSON.parse(result))
          })
        }),
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
