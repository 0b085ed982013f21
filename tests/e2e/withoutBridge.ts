import type { BrowserContext } from "playwright"
import type { Stack } from "./stack.ts"

/**
 * Runs in the page: the app's server knows no bridge, and the one that runs beside it answers nobody. A route of Playwright's
 * would send every request of the context through the test and switch the browser's cache off.
 */
const withoutBridge = (bridge: string): void => {
  const fetched = window.fetch.bind(window)
  window.fetch = (input, init) => {
    if (input === "/bridge.json") return Promise.resolve(new Response(null, { status: 204 }))
    // Each page would say that it wants to be paired.
    if (input === bridge) return Promise.reject(new TypeError("nobody answers"))
    return fetched(input, init)
  }
}

/** Pages of this browser are never given the way to a bridge. */
export const forgoBridge = (context: BrowserContext, stack: Stack): Promise<unknown> =>
  context.addInitScript(withoutBridge, stack.bridge.replace(/^ws/, "http"))
