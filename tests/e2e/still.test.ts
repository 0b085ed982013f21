import type { Page, WebSocketRoute } from "playwright"
import { test } from "vitest"
import { card } from "./screen.ts"
import { ALLOWED, tellMoves, tellMovesPatiently } from "./stillness.ts"
import { startWorld } from "./world.ts"

/** Nothing moves without a press on pages opened by a link, with a native side. */

const world = startWorld({ hasBridge: true })

const SIZES = [
  { width: 1440, height: 1000 },
  { width: 390, height: 844 },
] as const
const BENCH = "Workshop bench"

const region = (page: Page, name: string) => page.getByRole("region", { name })

/** Each page, and its last part to appear. */
const pages: readonly (readonly [path: string, last: (page: Page) => Promise<unknown>])[] = [
  ["/account", (page) => region(page, "Sub-accounts").getByText("Tomás Vidal").waitFor()],
  ["/help-center", (page) => region(page, "Credits").waitFor()],
  ["/settings", (page) => page.getByRole("button", { name: "Delete account" }).waitFor()],
  ["/devices/network", (page) => page.getByRole("button", { name: "Connect to Stage left" }).waitFor()],
  ["/devices/updates", (page) => page.getByRole("heading", { name: /^Devices that can be updated/ }).waitFor()],
  ["/devices/presence", (page) => page.getByRole("row", { name: /Workshop bench/ }).waitFor()],
  ["/log?at=3", (page) => page.locator(".rframe iframe").waitFor()],
]

test.each(SIZES)("[UX-5] nothing moves while a page opens by its link, $width px wide", async (viewport) => {
  const { page } = await world.atDevices({
    options: { viewport },
    prepare: (context) => tellMovesPatiently(context, ALLOWED),
  })
  await card(page, BENCH).waitFor()
  for (const [path, last] of pages) {
    await page.goto(path)
    await last(page)
    await page.evaluate(() => document.fonts.ready)
  }
})

test.each(SIZES)(
  "[UX-5][BRIDGE-4] nothing moves when the native side goes and comes back, $width px wide",
  async (viewport) => {
    let socket: WebSocketRoute | undefined
    let isThere = true
    const { page } = await world.atDevices({
      options: { viewport },
      // After the dismissal of the notice about a missing bridge, no line replaces it.
      local: { networkNotice: "false" },
      prepare: async (context) => {
        await tellMoves(context, ALLOWED)
        await context.routeWebSocket(
          ({ href }) => href.startsWith(world.stack.bridge),
          async (route) => {
            if (!isThere) return route.close()
            socket = route
            route.connectToServer()
          },
        )
      },
    })
    const network = region(page, "On this network")
    await card(page, BENCH).waitFor()
    await network.getByRole("button", { name: /^Scan / }).waitFor()
    isThere = false
    await socket?.close()
    await network.getByRole("link", { name: "How to connect" }).waitFor()
    isThere = true
    await network.getByRole("button", { name: /^Scan / }).waitFor()
  },
)
