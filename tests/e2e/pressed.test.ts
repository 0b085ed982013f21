import { expect, test } from "vitest"
import { button, card, field, heading, link } from "./screen.ts"
import { startWorld } from "./world.ts"

/** The pointer presses switches, radios and boxes at their visible place, like all other controls. */

const world = startWorld({ isPooled: true })

const BENCH = "Workshop bench"

test("[UX-1][AUTH-2] the radios of the server take a press of the pointer, by role and by label", async () => {
  const person = await world.person()
  const page = await person.open("/signin")
  await page.getByRole("radio", { name: "Private cloud" }).check()
  await field(page, "Server URL").fill("https://cloud.example")
  await page.getByLabel("Public cloud", { exact: true }).click()
  expect(await page.getByRole("radio", { name: "Public cloud" }).isChecked()).toBe(true)
  await field(page, "Server URL").waitFor({ state: "detached" })
  await page.getByLabel("Private cloud", { exact: true }).check()
  await field(page, "Server URL").waitFor()
})

test("[UX-1][SETTINGS-1] switches and radios of the settings show at once what was pressed, and it is kept", async () => {
  const { page } = await world.atDevices()
  await link(page, "Settings").click()
  await heading(page, "Settings").waitFor()
  const stored = (key: string) => page.evaluate((name) => localStorage.getItem(name), key)
  for (const [name, key] of [
    ["Skip sign-in", "skipLogin"],
    ["Limit notifications", "limitNotifications"],
  ] as const) {
    const toggle = page.getByRole("switch", { name, exact: true })
    await toggle.check()
    await toggle.uncheck()
    await page.getByLabel(name, { exact: true }).click()
    expect(await toggle.isChecked()).toBe(true)
    await toggle.click()
    expect(await toggle.isChecked()).toBe(false)
    await page.getByLabel(name, { exact: true }).check()
    await expect.poll(() => stored(key)).toBe("true")
    expect(await toggle.isChecked()).toBe(true)
  }
  const radio = (name: string) => page.getByRole("radio", { name, exact: true })
  await radio("DirectX 9").check()
  await radio("DirectX 11").click()
  expect(await radio("DirectX 11").isChecked()).toBe(true)
  await page.getByLabel("DirectX 9", { exact: true }).click()
  expect(await radio("DirectX 9").isChecked()).toBe(true)
  await expect.poll(() => stored("renderType")).toBe("dx9")
  await radio("Light").check()
  await expect.poll(() => stored("theme")).toBe("light")
})

test("[UX-1][DEVICE-13] the box of a device takes a press of the pointer, and no other control loses its own", async () => {
  const { page } = await world.atDevices()
  await button(page, "Select").click()
  const box = page.getByRole("checkbox", { name: `Select ${BENCH}`, exact: true })
  const chosen = page.getByRole("region", { name: "Selected devices" }).getByText("1 selected")
  await box.check()
  await chosen.waitFor()
  await box.uncheck()
  await page.getByLabel(`Select ${BENCH}`, { exact: true }).click()
  await chosen.waitFor()
  await button(card(page, BENCH), `Actions for ${BENCH}`).click()
  await page.getByRole("menu").waitFor()
  await page.keyboard.press("Escape")
})
