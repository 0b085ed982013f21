import { afterEach, expect, test } from "vitest"
import { page } from "vitest/browser"
import { HelpCenter } from "../../src/app/screens/HelpCenter.tsx"
import { close, ScreenDesk, show } from "./screenDesk.tsx"

afterEach(close)

const questions = () => page.getByRole("region", { name: "Frequently asked questions" })
const asked = (): number => document.querySelectorAll("[id^='faq-']").length

const EVERYWHERE = 5
const ON_LINUX = 9

test("[HELP-2][UX-5] on a first visit the questions come all at once, with those of the system, and push nothing down", async () => {
  const desk = new ScreenDesk()
  await show(desk.client(), <HelpCenter />, "/help-center")
  await page.getByRole("heading", { name: "Help center" }).findElement()
  expect(asked()).toBe(0)
  const counts = new Set<number>()
  const looking = new MutationObserver(() => counts.add(asked()))
  looking.observe(document.body, { childList: true, subtree: true })
  desk.do({ type: "StartApp", version: "1.0.0.0", baseUrl: "", testMirror: false, isApp: false, os: "linux" })
  await questions().getByText("Linux: media libraries are missing").findElement()
  looking.disconnect()
  expect([...counts]).toEqual([ON_LINUX])
})

test("[HELP-2][UX-4] where the log cannot be written, the questions that are the same everywhere are shown at once", async () => {
  const desk = new ScreenDesk()
  const status = () => ({ storage: "quota", outdated: false, failing: false }) as const
  await show(desk.client({ ...desk.handle, status }), <HelpCenter />, "/help-center")
  await questions().findElement()
  expect(asked()).toBe(EVERYWHERE)
})
