import * as fc from "fast-check"
import type { Page } from "playwright"
import { expect, test } from "vitest"
import { button, field, OWNER } from "../screen.ts"
import { startWorld } from "../world.ts"
import { type Deed, deeds, isBound, LOOKED_AT } from "./deeds.ts"

/**
 * CARD-2: the app as built, in a real browser, with the real mock cloud over HTTP and the real bridge and devices over
 * sockets, through random deeds of a person and random accidents. fast-check prints the seed of a run that fails.
 */

const world = startWorld({ hasBridge: true })

const RUNS = 3
/** No further run begins after so long, ms. */
const LIMIT_MS = 20_000
/** Longest wait until everything that was asked for is settled once the accidents are over, ms. */
const SETTLES_MS = 25_000
/** All cards are in sight: what is outside of the window is not drawn. */
const VIEWPORT = { width: 1440, height: 2_400 }

const network = (page: Page) => page.getByRole("region", { name: "On this network" })
const lanCard = (page: Page, name: string) => network(page).getByRole("listitem").filter({ hasText: name })
const nameOf = async (did: string): Promise<string> => (await world.stack.deviceById(did)).name

/** What a person has asked for, by device: what must have come of it in the end. */
interface Asked {
  readonly names: Map<string, string>
  readonly reboots: Map<string, number>
}

const chooses = async (page: Page, did: string, action: "Rename" | "Reboot") => {
  await page
    .locator(`[data-did="${did}"]`)
    .getByRole("button", { name: /^Actions for / })
    .click()
  await page.getByRole("menuitem", { name: action }).click()
  return page.getByRole(action === "Reboot" ? "alertdialog" : "dialog")
}

/** Looks at the picture, types, and goes back. A device that is not there just now is not looked at. */
const looks = async (page: Page, text: string) => {
  const card = button(network(page), LOOKED_AT)
  if (!(await card.isVisible())) return
  await card.click()
  await page.getByText(/^[0-9]+ ms$/).waitFor({ timeout: SETTLES_MS })
  await page.getByRole("application", { name: `Screen of ${LOOKED_AT}` }).focus()
  await page.keyboard.type(text)
  await page
    .getByText(/^Typed on the device: /)
    .filter({ hasText: text })
    .waitFor({ timeout: SETTLES_MS })
  await button(page, "Disconnect").click()
  await page.waitForURL("**/devices")
}

/** Switches the mode from the card, there and back: the device says each time that it has done it. */
const switches = async (page: Page) => {
  const card = lanCard(page, LOOKED_AT)
  if (!(await button(card, /^HID mode/).isVisible())) return
  for (const [from, to] of [
    [/^HID mode/, "Switch to USB stream mode"],
    [/^USB stream mode/, "Switch to HID mode"],
  ] as const) {
    await button(card, from).click({ timeout: SETTLES_MS })
    const dialog = page.getByRole("dialog", { name: /^Switch / })
    await button(dialog, to).click()
    await dialog.waitFor({ state: "detached", timeout: SETTLES_MS })
  }
}

const does = async (page: Page, deed: Deed, dids: readonly string[], asked: Asked): Promise<void> => {
  const did = dids[("at" in deed ? deed.at : 0) % dids.length] ?? ""
  switch (deed.deed) {
    case "rename": {
      const dialog = await chooses(page, did, "Rename")
      await field(dialog, "Name").fill(deed.name)
      if (deed.name !== asked.names.get(did)) await button(dialog, "Save").click()
      else await button(dialog, "Cancel").click()
      asked.names.set(did, deed.name)
      return dialog.waitFor({ state: "detached" })
    }
    case "reboot": {
      const dialog = await chooses(page, did, "Reboot")
      await button(dialog, "Reboot").click()
      asked.reboots.set(did, (asked.reboots.get(did) ?? 0) + 1)
      return dialog.waitFor({ state: "detached" })
    }
    case "look":
      return looks(page, deed.text)
    case "switch":
      return switches(page)
    case "reload":
      await page.reload()
      return page.locator("[data-did]").first().waitFor()
    case "power":
      return world.stack.patchDevice(did, { power: deed.power })
    case "fault":
      return world.stack.fault({ fault: deed.fault, call: deed.call, ms: 300 })
    case "down":
      return world.stack.fault({ fault: "server-down", ms: 800 })
    case "bridge":
      return world.stack.fault({ fault: "bridge-close" })
  }
}

/** The accidents are over: the cloud has the last intent of each device, nothing was done twice, and the page shows the world. */
const holds = async (page: Page, dids: readonly string[], asked: Asked): Promise<void> => {
  await world.stack.clearFaults()
  for (const did of dids) await world.stack.patchDevice(did, { power: "on" })
  await page.bringToFront()
  for (const [did, name] of asked.names)
    await expect.poll(() => nameOf(did), { timeout: SETTLES_MS, message: "the name in the cloud" }).toBe(name)
  for (const [did, count] of asked.reboots)
    expect((await world.stack.deviceById(did)).reboots).toBeLessThanOrEqual(count)
  await page.reload()
  for (const [did, name] of asked.names)
    await page.locator(`[data-did="${did}"]`).getByText(name, { exact: true }).first().waitFor({ timeout: SETTLES_MS })
  const { mode } = await world.stack.device(LOOKED_AT)
  await button(lanCard(page, LOOKED_AT), mode === "hid" ? /^HID mode/ : /^USB stream mode/).waitFor({
    timeout: SETTLES_MS,
  })
}

test("[CARD-2][OFFLINE-3][MODE-1][BRIDGE-4] whatever a person does while cloud, bridge and devices have accidents, it comes out as asked", async () => {
  await fc.assert(
    fc.asyncProperty(deeds, async (story) => {
      await world.stack.reset()
      const { person, page } = await world.atDevices({ email: OWNER, options: { viewport: VIEWPORT } })
      const { devices } = await world.stack.state()
      const dids = devices.filter(isBound).map(({ did }) => did)
      const asked: Asked = { names: new Map(), reboots: new Map() }
      await lanCard(page, LOOKED_AT).waitFor()
      for (const deed of story) await does(page, deed, dids, asked)
      await holds(page, dids, asked)
      await person.context.close()
    }),
    { numRuns: RUNS, interruptAfterTimeLimit: LIMIT_MS, endOnFailure: true },
  )
})
