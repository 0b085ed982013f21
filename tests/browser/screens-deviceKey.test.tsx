import { afterEach, expect, test } from "vitest"
import { page, userEvent } from "vitest/browser"
import { KeyDialogLater } from "../../src/app/dialogs/KeyDialogLater.tsx"
import { languages } from "../../src/app/i18n/languages.ts"
import { fingerprintWords } from "../../src/domain/values/fingerprintWords.ts"
import { close, ScreenDesk, show, until } from "./screenDesk.tsx"

/** The question of whether a device with a new key is still the same device (SEC-5). */

afterEach(async () => {
  close()
  await page.viewport(1440, 900)
})

const known = "00".repeat(32)
const offered = "f0".repeat(32)
const asking = { type: "AskAboutKey", id: "n1", did: "d1", name: "Rack 3", known, offered } as const
const since = Date.UTC(2026, 9, 3, 12)

test("[SEC-5] both keys are shown in words, with the date of the old one, and each choice is one press", async () => {
  const desk = new ScreenDesk()
  await show(desk.client(), <KeyDialogLater />)
  desk.do({ ...asking, since })
  const dialog = page.getByRole("alertdialog", { name: "Rack 3 shows another key" })
  await dialog.findElement()
  const before = page.getByRole("region", { name: /^Known key, since .*2026/ }).element()
  const now = page.getByRole("region", { name: "New key" }).element()
  expect(before.textContent).toContain(fingerprintWords(known).join(" "))
  expect(now.textContent).toContain(fingerprintWords(offered).join(" "))
  expect(now.textContent).toContain(offered)
  await userEvent.click(page.getByRole("button", { name: "Trust the new key" }))
  await userEvent.keyboard("{Escape}")
  expect(desk.asked).toEqual(
    [true, false].map((isTrusted) => ({ type: "DecideAboutKey", id: "n1", offered, isTrusted })),
  )
  desk.do({ type: "JudgeKey", id: "n1", isTrusted: false })
  await until(() => dialog.query() === null)
})

test.each(languages.map(({ code }) => code))(
  "[SEC-5][LAYOUT-5] the question fits a phone and can be answered there, in %s",
  async (language) => {
    await page.viewport(360, 740)
    const desk = new ScreenDesk()
    desk.do({ ...asking, since: null })
    await show(desk.client(), <KeyDialogLater />, "/devices", language)
    const dialog = await page.getByRole("alertdialog").findElement()
    expect(document.documentElement.scrollWidth).toBe(innerWidth)
    const over = [...dialog.querySelectorAll("*")].filter((each) => each.getBoundingClientRect().right > innerWidth)
    expect(over).toEqual([])
    const buttons = [...dialog.querySelectorAll(".dialog-foot button")].map((each) => each.getBoundingClientRect())
    expect(buttons.filter(({ bottom }) => bottom > innerHeight)).toEqual([])
    expect(buttons).toHaveLength(2)
  },
)
