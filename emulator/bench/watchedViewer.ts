import { setTimeout as sleep } from "node:timers/promises"
import type { Page } from "playwright"

/** Keys, frames and bytes of a page with a screen, for the product and for the bare viewer alike. */

interface Seen {
  /** Delays from a key to the picture that follows it, ms. */
  readonly keys: number[]
  draws: number
  bytes: number
  longTasks: number
  keyAt: number | null
}

declare global {
  interface Window {
    seen: Seen
  }
}

/**
 * Runs in a page before its own scripts. Counts the bytes of pictures, on sockets below this path: the product also has
 * sound and messages, which the floor has not.
 */
export const watchPage = (screenPath: string): void => {
  const seen: Seen = { keys: [], draws: 0, bytes: 0, longTasks: 0, keyAt: null }
  window.seen = seen
  const draw = CanvasRenderingContext2D.prototype.drawImage
  const watched = function (this: CanvasRenderingContext2D, ...what: Parameters<typeof draw>): void {
    Reflect.apply(draw, this, what)
    if (!this.canvas.isConnected) return
    seen.draws += 1
    if (seen.keyAt !== null) seen.keys.push(performance.now() - seen.keyAt)
    seen.keyAt = null
  }
  Object.defineProperty(CanvasRenderingContext2D.prototype, "drawImage", { value: watched })
  // noVNC stops key events before they reach outer listeners.
  addEventListener(
    "keydown",
    () => {
      seen.keyAt = performance.now()
    },
    true,
  )
  // noVNC finds the methods of a socket only one level deep, so a subclass would not work.
  window.WebSocket = new Proxy(WebSocket, {
    construct: (Socket, [url, protocols]: [url: string | URL, protocols?: string | string[]]) => {
      const socket = new Socket(url, protocols)
      if (new URL(url).pathname.startsWith(screenPath))
        socket.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
          if (data instanceof ArrayBuffer) seen.bytes += data.byteLength
        })
      return socket
    },
  })
  new PerformanceObserver((list) => {
    seen.longTasks += list.getEntries().length
  }).observe({ type: "longtask" })
}

const RENDER_PATIENCE_MS = 30_000
/** Pause between two keys, so that each has its picture before the next, ms. */
const KEY_GAP_MS = 50
/** Characters that fit in a line of the terminal. */
const KEYS_IN_LINE = 40

/** Types one key after the other as a person does. Returns the delays, ms. */
export const delaysOf = async (page: Page, keys: number): Promise<readonly number[]> => {
  await page.locator("canvas").first().focus()
  await page.evaluate(() => void window.seen.keys.splice(0))
  for (let at = 1; at <= keys; at += 1) {
    await page.keyboard.press(at % KEYS_IN_LINE === 0 ? "Enter" : "x")
    await sleep(KEY_GAP_MS)
  }
  return page.evaluate(() => [...window.seen.keys])
}

export interface ViewerFlow {
  readonly framesPerSecond: number
  readonly bytesPerKey: number
  readonly longTasks: number
}

/** Holds a key down for this time, at the speed at which the screen draws. */
export const flowOf = (page: Page, ms: number): Promise<ViewerFlow> =>
  page.evaluate(
    async ({ ms, keysInLine }) => {
      const { seen } = window
      const canvas = document.querySelector("canvas")
      const before = { draws: seen.draws, bytes: seen.bytes, longTasks: seen.longTasks }
      const begun = performance.now()
      let keys = 0
      while (performance.now() - begun < ms) {
        keys += 1
        const [key, code] = keys % keysInLine === 0 ? ["Enter", "Enter"] : ["x", "KeyX"]
        for (const type of ["keydown", "keyup"]) canvas?.dispatchEvent(new KeyboardEvent(type, { key, code }))
        await new Promise((resolve) => requestAnimationFrame(resolve))
      }
      const seconds = (performance.now() - begun) / 1_000
      return {
        framesPerSecond: (seen.draws - before.draws) / seconds,
        bytesPerKey: (seen.bytes - before.bytes) / keys,
        longTasks: seen.longTasks - before.longTasks,
      }
    },
    { ms, keysInLine: KEYS_IN_LINE },
  )

/** Resolves when the page has drawn a screen. */
export const screenIn = async (page: Page): Promise<void> => {
  await page.waitForFunction(() => window.seen.draws > 0, undefined, { timeout: RENDER_PATIENCE_MS })
}

/** Heap of the page after garbage collection, bytes. */
export const heapOf = async (page: Page): Promise<number> => {
  const session = await page.context().newCDPSession(page)
  await session.send("HeapProfiler.collectGarbage")
  const { usedSize } = await session.send("Runtime.getHeapUsage")
  await session.detach()
  return usedSize
}
