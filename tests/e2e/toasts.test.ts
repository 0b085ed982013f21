import type { Page } from "playwright"
import { expect, test } from "vitest"
import { focusComesTo } from "./keyboard.ts"
import { button, toast } from "./screen.ts"
import { startWorld } from "./world.ts"

/** Toasts whose time a person stops. `tests/browser` has their lives, their number and their recipients. */

const world = startWorld({ isPooled: true })
/** After its time a toast only fades. */
const SOON_MS = 5_000

const region = (page: Page) => page.getByRole("region", { name: "Notifications" })

/** The devices screen with a clock that the test moves. */
const onOwnClock = () => world.atDevices({ prepare: (context) => context.clock.install() })

const refreshed = "Devices refreshed."

/** By keyboard, so that the pointer stays in its place. */
const refresh = (page: Page) => button(page, "Refresh").press("Enter")

test("[MSG-4] time stops under the pointer, and a toast can be dismissed", async () => {
  const { page } = await onOwnClock()
  // On a slow machine a toast would disappear before the pointer reaches it.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 5_000)
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
  await page.clock.runFor(1_000)
  await toast(page, "status", refreshed).waitFor({ state: "detached" })
})

test("[MSG-4][UX-3] time stops under the focus; dismissed, the focus returns and time goes on for the next toast", async () => {
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
