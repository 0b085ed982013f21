import { Route, Routes } from "react-router-dom"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { page, userEvent } from "vitest/browser"
import { createClient } from "../../src/app/client/create.ts"
import { noDeployment } from "../../src/app/client/deployment.ts"
import { HelpCenter } from "../../src/app/screens/HelpCenter.tsx"
import { Settings } from "../../src/app/screens/Settings.tsx"
import { MainLayout } from "../../src/app/shell/MainLayout.tsx"
import { close, ScreenDesk, show, until } from "./screenDesk.tsx"

beforeEach(() => {
  vi.spyOn(navigator, "userAgent", "get").mockReturnValue("Mozilla/5.0 (X11; Linux x86_64) Chrome/156.0.0.0")
})
afterEach(() => {
  close()
  vi.restoreAllMocks()
})

const questions = () => page.getByRole("region", { name: "Frequently asked questions" })
const asked = (): number => document.querySelectorAll("[id^='faq-']").length

const EVERYWHERE = 5
const ON_LINUX = 9

test("[HELP-1][HELP-2][UX-5] on a first visit all of it comes at once, without waiting for the engine, below whom to ask", async () => {
  const client = createClient(() => Date.now())
  await show(client, <HelpCenter />, "/help-center")
  await page.getByRole("heading", { name: "Help center" }).findElement()
  expect(asked()).toBe(0)
  const seen = new Set<string>()
  const looking = new MutationObserver(() => {
    const sections = Array.from(document.querySelectorAll("section h2"), ({ textContent }) => textContent)
    seen.add(`${sections[0]}: ${asked()}`)
  })
  looking.observe(document.body, { childList: true, subtree: true })
  client.deployment.set({ ...noDeployment, supportEmail: "support@example.com" })
  await questions().getByText("Linux: media libraries are missing").findElement()
  looking.disconnect()
  expect([...seen]).toEqual([`Contact: ${ON_LINUX}`])
})

test("[HELP-2] the questions are those of the system that the log tells of", async () => {
  const desk = new ScreenDesk()
  desk.do({ type: "StartApp", version: "1.0.0.0", baseUrl: "", testMirror: false, isApp: false, os: "win" })
  await show(desk.client(), <HelpCenter />, "/help-center")
  await questions().findElement()
  expect(asked()).toBe(EVERYWHERE)
})

test("[HELP-2][UX-4] where the log cannot be written, the questions of the system are shown all the same", async () => {
  const desk = new ScreenDesk()
  const status = () => ({ storage: "quota", outdated: false, failing: false }) as const
  await show(desk.client({ ...desk.handle, status }), <HelpCenter />, "/help-center")
  await questions().findElement()
  expect(asked()).toBe(ON_LINUX)
})

test("[MSG-6][HELP-2] each Linux tip leads to its entry of the help center, opened and visible, from any page and from there", async () => {
  await page.viewport(1280, 500)
  const desk = new ScreenDesk()
  desk.do({ type: "StartApp", version: "1.0.0.0", baseUrl: "", testMirror: false, isApp: false, os: "linux" })
  desk.do({ type: "TellLinuxTips", flags: 1 | 2 | 4 | 256, path: null })
  const app = (
    <Routes>
      <Route element={<MainLayout />}>
        <Route path="/settings" element={<Settings />} />
        <Route path="/help-center" element={<HelpCenter />} />
      </Route>
    </Routes>
  )
  await show(desk.client(), app, "/settings")
  const opened = () =>
    [...document.querySelectorAll<HTMLElement>("[id^='faq-']")].filter(
      (entry) =>
        entry.querySelector("[aria-expanded='true']") !== null || entry.matches("[open], [aria-expanded='true']"),
    )
  for (const library of ["media", "h264", "sound", "fonts"]) {
    await until(() => document.querySelector(`.banner a[href$="#faq-${library}"]`))
    const link = document.querySelector<HTMLElement>(`.banner a[href$="#faq-${library}"]`)
    if (link !== null) await userEvent.click(link)
    await until(() => opened().some(({ id }) => id === `faq-${library}`))
    await until(() => {
      const { top = -1, bottom = 0 } = document.getElementById(`faq-${library}`)?.getBoundingClientRect() ?? {}
      return top >= 0 && Math.min(bottom, top + 40) <= innerHeight
    })
  }
})
