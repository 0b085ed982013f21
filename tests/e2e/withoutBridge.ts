import type { BrowserContext } from "playwright"
import type { TestStack } from "./stack.ts"

/**
 * Runs in the page: the app's server knows no bridge, and the one that runs beside it answers no page. A route of Playwright's
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

/** Runs in the page: the app's server gives no right to use its bridge, which answers all the same. */
const withoutToken = (): void => {
  const fetched = window.fetch.bind(window)
  window.fetch = (input, init) =>
    input === "/bridge.json" ? Promise.resolve(new Response(null, { status: 204 })) : fetched(input, init)
}

/** Runs in the page: the person has said no when the browser asked for the local network. */
const withoutPermission = (): void => {
  const asked = navigator.permissions.query.bind(navigator.permissions)
  const local: readonly string[] = ["loopback-network", "local-network-access"]
  Reflect.set(navigator.permissions, "query", async (descriptor: PermissionDescriptor) =>
    local.includes(descriptor.name) ? { state: "denied" } : asked(descriptor),
  )
}

/** Pages of this browser have to be paired before they may use the bridge. */
export const unpairBridge = (context: BrowserContext): Promise<unknown> => context.addInitScript(withoutToken)

/** Pages of this browser may not reach this computer. */
export const forbidBridge = (context: BrowserContext): Promise<unknown> => context.addInitScript(withoutPermission)

/** Pages of this browser are never given the way to a bridge. */
export const forgoBridge = (context: BrowserContext, stack: TestStack): Promise<unknown> =>
  context.addInitScript(withoutBridge, stack.bridge.replace(/^ws/, "http"))
