import type { Page } from "playwright"
import { expect, test } from "vitest"
import { TOAST_MAX } from "../../src/domain/values/limits.ts"
import { focusComesTo } from "./keyboard.ts"
import { button, card, heading, link, rename, toast } from "./screen.ts"
import { startWorld } from "./world.ts"

/** Messages in passing: how long they stay, how many there are, and who hears them. */

const world = startWorld({ isPooled: true })
/** After its time a toast only fades. */
const SOON_MS = 5_000

const region = (page: Page) => page.getByRole("region", { name: "Notifications" })

/** The devices screen on a clock that can be moved. */
const onOwnClock = () => world.atDevices({ prepare: (context) => context.clock.install() })

/** Stops the page's time. */
const standStill = (page: Page) => page.evaluate(() => Date.now()).then((now) => page.clock.pauseAt(now + 100))

const refreshed = "Devices refreshed."
const tooFast = "Loading too fast."

/** By keyboard, because many toasts cover the button. */
const refresh = (page: Page) => button(page, "Refresh").press("Enter")

test("[MSG-4] success stays 2 s as status, an error 4 s as alert", async () => {
  const { page } = await onOwnClock()
  // Before it comes: on a slow machine it is gone before anyone has seen it.
  await standStill(page)
  await refresh(page)
  await toast(page, "status", refreshed).waitFor()
  await page.clock.runFor(1_200)
  expect(await toast(page, "status", refreshed).count()).toBe(1)
  await page.clock.runFor(1_500)
  await toast(page, "status", refreshed).waitFor({ state: "detached" })

  await world.stack.fault({ call: "loginWithToken", fault: "status:-100" })
  await refresh(page)
  await toast(page, "alert", tooFast).waitFor()
  await page.clock.runFor(3_000)
  expect(await toast(page, "alert", tooFast).count()).toBe(1)
  await page.clock.runFor(2_000)
  await toast(page, "alert", tooFast).waitFor({ state: "detached" })
})

test("[MSG-4] time stands still under the pointer, and a toast can be dismissed", async () => {
  const { page } = await onOwnClock()
  await refresh(page)
  await toast(page, "status", refreshed).waitFor()
  await toast(page, "status", refreshed).hover()
  await page.clock.runFor(60_000)
  expect(await toast(page, "status", refreshed).count()).toBe(1)
  await page.mouse.move(1, 1)
  await page.clock.runFor(3_000)
  await toast(page, "status", refreshed).waitFor({ state: "detached" })
  await refresh(page)
  await toast(page, "status", refreshed).hover()
  await button(region(page), "Dismiss").first().click()
  await toast(page, "status", refreshed).waitFor({ state: "detached" })
})

test("[MSG-4][UX-3] time stands still under the focus; dismissed, the focus returns and time goes on for the next toast", async () => {
  const { page } = await onOwnClock()
  await refresh(page)
  const dismiss = button(region(page), "Dismiss")
  await dismiss.focus()
  await page.clock.runFor(60_000)
  expect(await toast(page, "status", refreshed).count()).toBe(1)
  await page.keyboard.press("Enter")
  await dismiss.waitFor({ state: "detached" })
  await focusComesTo(button(page, "Refresh"))
  await page.keyboard.press("r")
  await toast(page, "status", refreshed).waitFor()
  await page.clock.runFor(3_000)
  await toast(page, "status", refreshed).waitFor({ state: "detached", timeout: SOON_MS })

  // A click focuses the button as well.
  await refresh(page)
  await dismiss.click()
  await page.mouse.move(1, 1)
  await dismiss.waitFor({ state: "detached" })
  await page.keyboard.press("r")
  await toast(page, "status", refreshed).waitFor()
  await page.clock.runFor(3_000)
  await toast(page, "status", refreshed).waitFor({ state: "detached", timeout: SOON_MS })
})

test("[MSG-4] at most 20 are shown; more wait for their turn", async () => {
  const { page } = await onOwnClock()
  await world.stack.fault({ call: "loginWithToken", fault: "status:-100", times: TOAST_MAX + 5 })
  await standStill(page)
  for (let count = 1; count <= TOAST_MAX + 3; count += 1) {
    await refresh(page)
    await expect
      .poll(async () => (await world.stack.requests("loginWithToken")).filter(({ status }) => status === -100).length)
      .toBe(count)
    await toast(page, "alert", tooFast).first().waitFor()
    await expect.poll(() => toast(page, "alert", tooFast).count()).toBe(Math.min(count, TOAST_MAX))
  }
})

test("[MSG-5][SETTINGS-1] limited notifications silence success, never errors, nor the toast of the switch itself", async () => {
  const { page } = await world.atDevices()
  await link(page, "Settings").click()
  await heading(page, "Settings").waitFor()
  await page.getByRole("switch", { name: "Limit notifications" }).focus()
  await page.keyboard.press("Space")
  await toast(page, "status", "Limit notifications: enabled.").waitFor()
  await expect.poll(() => page.evaluate(() => localStorage.getItem("limitNotifications"))).toBe("true")
  await link(page, "Devices").click()
  await rename(page, "Workshop bench", "Quiet bench")
  await card(page, "Quiet bench").getByText("Not confirmed yet").waitFor({ state: "detached" })
  await world.stack.fault({ call: "loginWithToken", fault: "status:-100" })
  await refresh(page)
  await toast(page, "alert", tooFast).waitFor()
  expect(await toast(page, "status", "Device renamed.").count()).toBe(0)
  await button(page, "Log out").click()
  await page.waitForURL("**/signin")
  await heading(page, "Sign in").waitFor()
  expect(await toast(page, "status", "Logged out.").count()).toBe(0)
})

test("[SETTINGS-1] each switch and choice is kept under its local key over a reload", async () => {
  const person = await world.person()
  const page = await person.open("/settings")
  const toggles = [
    ["Skip sign-in", "skipLogin", false],
    ["Start with sound", "audio", true],
    ["Start with keyboard and mouse", "input", true],
    ["Diagnostic logging", "diagnostics", true],
    ["Limit notifications", "limitNotifications", false],
  ] as const
  const turn = async (name: string, on: boolean) => {
    await page.getByRole("switch", { name }).focus()
    await page.keyboard.press("Space")
    await toast(page, "status", `${name}: ${on ? "enabled" : "disabled"}.`).waitFor()
  }
  for (const [name, , atFirst] of toggles) await turn(name, !atFirst)
  await page.getByText("DirectX 9").click()
  await page.reload()
  for (const [name, key, atFirst] of toggles) {
    await expect.poll(() => page.getByRole("switch", { name }).isChecked()).toBe(!atFirst)
    await expect.poll(() => page.evaluate((local) => localStorage.getItem(local), key)).toBe(String(!atFirst))
  }
  await expect.poll(() => page.getByRole("radio", { name: "DirectX 9" }).isChecked()).toBe(true)
  for (const [name, , atFirst] of toggles) await turn(name, atFirst)
})
