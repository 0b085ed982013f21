import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { page } from "vitest/browser"
import { createClient } from "../../src/app/client/create.ts"
import { noDeployment } from "../../src/app/client/deployment.ts"
import { HelpCenter } from "../../src/app/screens/HelpCenter.tsx"
import { close, ScreenDesk, show } from "./screenDesk.tsx"

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
