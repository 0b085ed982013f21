import { expect, test } from "vitest"
import { opened } from "./accountScreen.ts"
import { chooseEntry, focusComesTo, press, tabTo } from "./keyboard.ts"
import { button, heading, link, toast } from "./screen.ts"
import { startWorld } from "./world.ts"

/** Settings and help by keyboard alone. */

const world = startWorld({ isPooled: true })

test("[UX-1] every switch and choice of the settings", async () => {
  const { page } = await world.atDevices()
  await press(page, link(page.getByRole("navigation").first(), "Settings"))
  await heading(page, "Settings").waitFor()
  await focusComesTo(page.locator("#content"))
  for (const name of await page.getByRole("switch").evaluateAll((all) => all.map((each) => each.ariaLabel ?? ""))) {
    const toggle = page.getByRole("switch", { name, exact: true })
    const before = await toggle.isChecked()
    await tabTo(page, toggle)
    await page.keyboard.press(" ")
    await expect.poll(() => toggle.isChecked()).toBe(!before)
    await toast(page, "status", `${name}: ${before ? "disabled" : "enabled"}.`).waitFor()
  }
  await tabTo(page, page.getByRole("radio", { name: "DirectX 11" }))
  await page.keyboard.press("ArrowRight")
  await expect.poll(() => page.evaluate(() => localStorage.getItem("renderType"))).toBe("dx9")
  await tabTo(page, page.getByRole("radio", { name: "Dark" }))
  await page.keyboard.press("ArrowRight")
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe("light")
})

test("[UX-1] another language from the settings, and back to what was by resetting", async () => {
  const { page } = await world.atDevices()
  await page.goto("/settings")
  const select = button(page, /Language/)
  await press(page, select)
  await chooseEntry(page, page.getByRole("option", { name: "Deutsch" }))
  await heading(page, "Einstellungen").waitFor()
  await focusComesTo(button(page, /Sprache/))
  await press(page, button(page, "Einstellungen zurücksetzen"))
  const asking = page.getByRole("alertdialog")
  await press(page, button(asking, "Einstellungen zurücksetzen"))
  await heading(page, "Settings").waitFor()
  await asking.waitFor({ state: "detached" })
  await focusComesTo(button(page, "Reset settings"))
  await press(page, button(page, "Reset settings"))
  await press(page, button(await opened(page, "Reset settings?"), "Cancel"))
  await focusComesTo(button(page, "Reset settings"))
})

test("[UX-1] the answers of the help center unfold", async () => {
  const page = await (await world.person()).open("/help-center")
  const summary = page.locator("summary").filter({ hasText: "The verification code does not arrive" })
  await press(page, summary)
  await page.getByText("Check your spam folder", { exact: false }).waitFor()
  await page.keyboard.press("Enter")
  await page.getByText("Check your spam folder", { exact: false }).waitFor({ state: "hidden" })
})
