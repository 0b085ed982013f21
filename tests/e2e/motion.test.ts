import type { BrowserContext, Page } from "playwright"
import { expect, test } from "vitest"
import { card, choose, dialog, enterAddress, menuOf, openOutbox, reboot } from "./screen.ts"
import { startWorld } from "./world.ts"

/** With the system's setting for less motion there is none. Without it there is some. */

const world = startWorld()
const ROOM = "Control room A"
const BENCH = "Workshop bench"
const REPORT = "in motion: "
const WALKS_MAX = 4
/** The console brings a report a moment after the motion, ms. */
const REPORTED_WITHIN_MS = 1_000

/**
 * Runs in the page: reports on the console each animation and transition that lasts longer than an instant. The style
 * tells its duration: on a busy page it may have ended before the event of its start arrives.
 */
const reportMotion = (prefix: string): void => {
  const INSTANT_S = 0.001
  const report = ({ target, type }: Event) => {
    if (!(target instanceof Element)) return
    const { animationDuration, transitionDuration } = getComputedStyle(target)
    const durations = type === "animationstart" ? animationDuration : transitionDuration
    if (durations.split(",").some((duration) => Number.parseFloat(duration) > INSTANT_S))
      console.debug(`${prefix}${type} of ${[target.localName, ...target.classList].join(".")}`)
  }
  for (const type of ["animationstart", "transitionstart"]) addEventListener(type, report, { capture: true })
}

/** Shows a loading list, a menu, a dialog that opens and closes, a sent action, its toast, and the outbox. */
const takeAWalk = async (page: Page): Promise<void> => {
  await world.stack.fault({ call: "loginWithToken", fault: "delay", ms: 1_500 })
  await page.reload()
  await card(page, BENCH).waitFor()
  await menuOf(page, BENCH).hover()
  await choose(page, ROOM, "Reboot")
  await page.keyboard.press("Escape")
  await dialog(page).waitFor({ state: "detached" })
  await world.stack.fault({ call: "request_device", fault: "delay", ms: 1_500 })
  await reboot(page, ROOM)
  const outbox = await openOutbox(page)
  await outbox.getByText(ROOM).first().waitFor()
  await page.keyboard.press("Escape")
  await outbox.waitFor({ state: "hidden" })
  await enterAddress(page, "/settings")
  await page.getByRole("switch").first().click({ force: true })
}

const begin = async (reducedMotion: "reduce" | "no-preference") => {
  const motions: string[] = []
  const prepare = async (context: BrowserContext) => {
    await context.addInitScript(reportMotion, REPORT)
    context.on("console", (message) => {
      if (message.text().startsWith(REPORT)) motions.push(message.text())
    })
  }
  const { page } = await world.atDevices({ options: { reducedMotion }, prepare })
  return { page, motions }
}

test("[UX-5] with reduced motion nothing fades, slides or turns: not what loads, opens, waits or closes", async () => {
  const { page, motions } = await begin("reduce")
  await takeAWalk(page)
  expect([...new Set(motions)]).toEqual([])
})

test("[UX-5] without a wish for less motion, what opens, closes and changes moves for a moment", async () => {
  const { page, motions } = await begin("no-preference")
  const parts = ["menu-pop", "dialog", "sheet", "switch"]
  const still = () => parts.filter((part) => !new RegExp(`\\.${part}\\b`).test(motions.join("\n")))
  // A busy page may draw the end of a motion alone. Such a page is walked through again.
  for (let walks = 0; walks < WALKS_MAX && still().length > 0; walks += 1) {
    if (walks > 0) await enterAddress(page, "/devices")
    await takeAWalk(page)
    await page.waitForTimeout(REPORTED_WITHIN_MS)
  }
  expect(still()).toEqual([])
})
