import { Route, Routes } from "react-router-dom"
import { afterEach, expect, test } from "vitest"
import { page } from "vitest/browser"
import { Account } from "../../src/app/screens/Account.tsx"
import { Devices } from "../../src/app/screens/Devices.tsx"
import { EventLog } from "../../src/app/screens/EventLog.tsx"
import { HelpCenter } from "../../src/app/screens/HelpCenter.tsx"
import { Network } from "../../src/app/screens/Network.tsx"
import { Presence } from "../../src/app/screens/Presence.tsx"
import { Settings } from "../../src/app/screens/Settings.tsx"
import { Updates } from "../../src/app/screens/Updates.tsx"
import { MainLayout } from "../../src/app/shell/MainLayout.tsx"
import { Dialog } from "../../src/app/ui/Dialog.tsx"
import { close, manyDevices, ScreenDesk, show, until } from "./screenDesk.tsx"

/** Low windows: a phone on its side, 1280 x 1024 at 400 % (WCAG 1.4.10). */

afterEach(() => {
  close()
  document.documentElement.style.fontSize = ""
})

const SIZES = [
  [320, 256],
  [568, 320],
  [683, 384],
  [740, 360],
] as const

const app = (
  <Routes>
    <Route element={<MainLayout />}>
      <Route path="/devices/:did?" element={<Devices />} />
      <Route path="/devices/network" element={<Network />} />
      <Route path="/devices/updates" element={<Updates />} />
      <Route path="/devices/presence" element={<Presence />} />
      <Route path="/account" element={<Account />} />
      <Route path="/help-center" element={<HelpCenter />} />
      <Route path="/settings" element={<Settings />} />
      <Route path="/log" element={<EventLog />} />
    </Route>
  </Routes>
)

/** It has an address, so that the network page shows its map and the words of the map. */
const lanDevice = {
  id: "lan1",
  did: "lan1",
  name: "Foyer",
  model: 1,
  cloudType: 0,
  timestamp: 0,
  isUsb: false,
  isHid: true,
  flags: 0,
  addr: "10.0.7.1",
  build: 0,
} as const

const start = () => {
  const desk = new ScreenDesk()
  const account = desk.recorder.signIn()
  desk.do({ type: "RecordDevices", account, begunAt: Date.now(), devices: manyDevices(40) })
  desk.do({
    type: "ReportBridge",
    link: { state: "connected", version: "1", os: "linux", capabilities: ["scan_network"] },
  })
  desk.do({ type: "RecordLanDevices", devices: [lanDevice], gone: [] })
  return desk
}

const LINES = Array.from({ length: 12 }, (_, line) => line)

/**
 * Height of the parts that stay in place while the page scrolls, px. The rail does not count, because it is beside the
 * page.
 */
const keptHeight = () =>
  [...document.querySelectorAll("body *")]
    .filter((each) => {
      const { position, pointerEvents } = getComputedStyle(each)
      const { width, height } = each.getBoundingClientRect()
      const isOver = position === "fixed" || position === "sticky"
      return isOver && pointerEvents !== "none" && height > 1 && width > innerWidth / 2 && each.checkVisibility()
    })
    .reduce((sum, each) => sum + each.getBoundingClientRect().height, 0)

test.each(SIZES)(
  "[UX-6] in a window of %i x %i px what is no content scrolls away, and nothing scrolls sideways",
  async (width, height) => {
    await page.viewport(width, height)
    for (const path of ["/devices?view=cards", "/devices?view=table", "/settings"]) {
      await show(start().client(), app, path)
      await until(() => document.querySelector("[data-did], .switch, [role='switch']"))
      window.scrollTo(0, document.documentElement.scrollHeight / 2)
      expect(document.scrollingElement?.scrollWidth, path).toBeLessThanOrEqual(width)
      expect(keptHeight(), path).toBeLessThanOrEqual(height / 4)
      if (path === "/settings") continue
      // When a person scrolls to the list, it fills most of the window.
      const list = document.querySelector(".list-frame, .page-list")
      list?.scrollIntoView({ block: "start" })
      const { top = 0, bottom = 0 } = list?.getBoundingClientRect() ?? {}
      const visible = Math.min(bottom, height) - Math.max(top, 0)
      expect(visible, path).toBeGreaterThan(height * 0.6)
    }
  },
)

test.each(SIZES)(
  "[UX-6] in a window of %i x %i px every part of a dialog can be scrolled to",
  async (width, height) => {
    await page.viewport(width, height)
    await show(
      start().client(),
      <Dialog
        isOpen
        onClose={() => undefined}
        title="A question with a title of some length"
        actions={<button type="button">Send</button>}
      >
        {LINES.map((line) => (
          <p key={line}>A line of a dialog that says what will happen, and to which of the devices.</p>
        ))}
      </Dialog>,
    )
    const send = page.getByRole("button", { name: "Send" })
    await send.findElement()
    for (const each of [page.getByRole("heading").element(), send.element()]) {
      each.scrollIntoView({ block: "nearest" })
      const { top, bottom, left, right } = each.getBoundingClientRect()
      expect([top >= -1, bottom <= height + 1, left >= 0, right <= width]).toEqual([true, true, true, true])
    }
  },
)

const others = [
  "/devices/network",
  "/devices/updates",
  "/devices/presence",
  "/account",
  "/help-center",
  "/log",
  "/devices/d1?view=cards",
]
const languages = ["en", "ar"] as const
test.each(others.flatMap((path) => languages.map((language) => [path, language] as const)))(
  "[UX-6] at 400 %% %s in %s scrolls one way, and nothing that can be pressed lies beside the page",
  async (path, language) => {
    await page.viewport(320, 256)
    await show(start().client(), app, path, language)
    await until(() => document.querySelector("h1, h2"))
    if (path === "/devices/network") await until(() => document.querySelector("main table"))
    expect(document.scrollingElement?.scrollWidth).toBeLessThanOrEqual(320)
    const beside = [...document.querySelectorAll("main :is(button, a[href], input:not([type='checkbox']))")].filter(
      (each) => {
        const { left, right, width } = each.getBoundingClientRect()
        const scrolls = each.closest(".summary, .chips, [role='group']")
        return each.checkVisibility() && width > 1 && scrolls === null && (left < -1 || right > 321)
      },
    )
    expect(beside.map(({ outerHTML }) => outerHTML.slice(0, 120))).toEqual([])
    window.scrollTo(0, document.documentElement.scrollHeight)
    expect(keptHeight()).toBeLessThanOrEqual(256 / 4)
  },
)

test.each(["/devices/d1?view=cards", "/devices?view=table", "/account"])(
  "[UX-6] with text of twice the size on a phone %s still scrolls one way",
  async (path) => {
    await page.viewport(360, 740)
    document.documentElement.style.fontSize = "200%"
    await show(start().client(), app, path, "de")
    await until(() => document.querySelector("h1, h2"))
    await until(() => (document.scrollingElement?.scrollWidth ?? 0) <= 360)
  },
)
