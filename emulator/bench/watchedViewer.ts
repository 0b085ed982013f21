import { setTimeout as sleep } from "node:timers/promises"
import type { Page } from "playwright"

/** What a page with a screen in it shows of keys, frames and bytes; the same for ours and for the bare one. */

interface Seen {
  /** From a key to the picture that follows it, ms. */
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
 * Comes into a page before its own scripts. Bytes are those of pictures, on sockets below this path: the product has sound and messages
 * beside them, which the floor has not.
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
  // noVNC keeps keys from whatever is around it.
  addEventListener(
    "keydown",
    () => {
      seen.keyAt = performance.now()
    },
    true,
  )
  // noVNC looks for the methods of a socket one level deep: a class that extends it would not do.
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
/** Between two keys, so that each has its picture before the next. */
const KEY_GAP_MS = 50
/** A line of the terminal holds no more. */
const KEYS_IN_LINE = 40

/** Types one key after the other as a person does; gives the delays, ms. */
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

/** Holds a key down for so long, as fast as the screen is drawn. */
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

/** Resolves when a screen is drawn. */
export const screenIn = async (page: Page): Promise<void> => {
  await page.waitForFunction(() => window.seen.draws > 0, undefined, { timeout: RENDER_PATIENCE_MS })
}

/** Heap of the page once rubbish is collected, bytes. */
export const heapOf = async (page: Page): Promise<number> => {
  const session = await page.context().newCDPSession(page)
  await session.send("HeapProfiler.collectGarbage")
  const { usedSize } = await session.send("Runtime.getHeapUsage")
  await session.detach()
  return usedSize
}
