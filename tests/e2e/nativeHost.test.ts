import type { BrowserContext, Page } from "playwright"
import { expect, test } from "vitest"
import { latestCode, opened } from "./accountScreen.ts"
import { fieldOf } from "./journal.ts"
import { button, connectTo, field, link } from "./screen.ts"
import { startWorld } from "./world.ts"

/**
 * The app in the window of a program that the test plays in Chromium: one with only the messages of the specification,
 * and one that greets.
 */

const world = startWorld()

const RACK = {
  id: "n7",
  did: "d7",
  name: "Rack by window",
  model: 1,
  cloud_type: 0,
  timestamp: 1,
  is_usb: true,
  is_hid: true,
  flags: 0,
  addr: "10.0.7.1",
  build: 0,
}

/** A program with only the basic messages, which sends before the app is loaded. */
const plainHost = (context: BrowserContext) =>
  context.addInitScript(
    (devices) => {
      const posted: unknown[] = []
      const hook = (type: string) => (body: object) => posted.push({ type, ...body })
      Object.assign(window, {
        posted,
        sightlineHooks: {
          connect_device: hook("connect_device"),
          auth_device: hook("auth_device"),
          update_fw: hook("update_fw"),
        },
      })
      addEventListener("DOMContentLoaded", () => {
        Reflect.get(window, "sightlineReceive")({ type: "devices_discovered", devices })
        Reflect.get(window, "sightlineReceive")({ type: "app_version", version: "7.8.9", latest: "7.9.0" })
      })
    },
    [RACK],
  )

/** A program on a Mac with WebView2's port, which greets each page that is ready. */
const greetingHost = (context: BrowserContext) =>
  context.addInitScript(() => {
    const hears = new Set<(event: { data: unknown }) => void>()
    const say = (data: unknown) => {
      for (const hear of hears) hear({ data })
    }
    const postMessage = (message: unknown) => {
      if (typeof message !== "object" || message === null || Reflect.get(message, "type") !== "ready") return
      setTimeout(() => {
        say({ type: "hello", version: "7.8.9", os: "mac", app: true, capabilities: [] })
        say({ type: "app_version", version: "7.8.9" })
      })
    }
    const webview = {
      postMessage,
      addEventListener: (_: string, hear: (event: { data: unknown }) => void) => hears.add(hear),
      removeEventListener: (_: string, hear: (event: { data: unknown }) => void) => hears.delete(hear),
    }
    Object.assign(window, { chrome: { webview } })
  })

const postedIn = (page: Page) => page.evaluate((): unknown => Reflect.get(window, "posted"))
const isWebs = async () =>
  (await world.stack.requests()).flatMap((entry) =>
    entry.path === "/api/v2/loginWithToken" ? [fieldOf(entry, "isWeb")] : [],
  )

test("[BRIDGE-7][BRIDGE-8][BRIDGE-6][DEVICE-8] a program of the specification alone opens a device, and the page says so", async () => {
  const { page } = await world.atDevices({ prepare: plainHost })
  await expect.poll(isWebs).toContain(false)
  await page.getByRole("complementary", { name: "Sidebar" }).getByText("Version 7.8.9").waitFor()
  await connectTo(page, RACK.name)
  await page.getByRole("heading", { name: "Opened in the desktop app" }).waitFor()
  const streams = { render_type: "dx11", audio: true, input: true }
  const connect = { type: "connect_device", id: "n7", is_usb: true, cloud_type: 0, ...streams }
  expect(await postedIn(page)).toEqual([connect])
  await button(page, "Go to devices").click()
  await page.waitForURL("**/devices")
  expect(await postedIn(page)).toEqual([connect])
  expect(await isWebs()).not.toContain(true)
})

test("[DESK-4][STATE-1][AUTH-10][LAYOUT-2][SUB-2] the page is the app of a program that greets it, from the first request on; on a Mac it copies no invitation code", async () => {
  const options = { permissions: ["clipboard-read", "clipboard-write"] }
  const { page } = await world.atDevices({ prepare: greetingHost, options })
  await page.getByRole("complementary", { name: "Sidebar" }).getByText("Version 7.8.9").waitFor()
  await expect.poll(isWebs).toContain(false)
  expect(await isWebs()).not.toContain(true)
  await page.evaluate(() => navigator.clipboard.writeText("a person's own text"))
  await link(page, "Account").click()
  await button(page, "Send invitation").click()
  const inviting = await opened(page, "Send invitation")
  await field(inviting, "Name").fill("Pia")
  await field(inviting, "Email").fill("pia@example.com")
  await button(inviting, "Send invitation").click()
  const shown = await opened(page, "Invitation")
  await shown.getByText(await latestCode(world.stack, "pia@example.com")).waitFor()
  await shown.getByRole("img", { name: "QR code of the invitation for Pia" }).waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("a person's own text")
})

test("[AUTH-10] a page in a browser is none", async () => {
  await world.atDevices()
  await expect.poll(isWebs).toContain(true)
  expect(await isWebs()).not.toContain(false)
})
