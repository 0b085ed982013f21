import type { BrowserContext } from "playwright"
import type { TestStack } from "./stack.ts"

/**
 * Runs in the page: the app's server offers no bridge, and the running bridge answers no page. A Playwright route would
 * send every request of the context through the test and disable the browser's cache.
 */
const withoutBridge = (bridge: string): void => {
  const fetched = window.fetch.bind(window)
  window.fetch = (input, init) => {
    if (input === "/bridge.json") return Promise.resolve(new Response(null, { status: 204 }))
    // Otherwise each page would ask to be paired.
    if (input === bridge) return Promise.reject(new TypeError("nobody answers"))
    return fetched(input, init)
  }
}

/** Runs in the page: the app's server gives no token for its bridge, but the bridge answers. */
const withoutToken = (): void => {
  const fetched = window.fetch.bind(window)
  window.fetch = (input, init) =>
    input === "/bridge.json" ? Promise.resolve(new Response(null, { status: 204 })) : fetched(input, init)
}

/** Runs in the page: the person denied the browser access to the local network. */
const withoutPermission = (): void => {
  const asked = navigator.permissions.query.bind(navigator.permissions)
  const local: readonly string[] = ["loopback-network", "local-network-access"]
  Reflect.set(navigator.permissions, "query", async (descriptor: PermissionDescriptor) =>
    local.includes(descriptor.name) ? { state: "denied" } : asked(descriptor),
  )
}

/** Pages of this browser must be paired before they may use the bridge. */
export const unpairBridge = (context: BrowserContext): Promise<unknown> => context.addInitScript(withoutToken)

/** Pages of this browser may not reach this computer. */
export const forbidBridge = (context: BrowserContext): Promise<unknown> => context.addInitScript(withoutPermission)

/** Pages of this browser never get the address of a bridge. */
export const forgoBridge = (context: BrowserContext, stack: TestStack): Promise<unknown> =>
  context.addInitScript(withoutBridge, stack.bridge.replace(/^ws/, "http"))
