import * as fc from "fast-check"
import type { Page } from "playwright"
import { expect, test } from "vitest"
import { WAKE_MS } from "../../../emulator/model/limits.ts"
import { PASSCODE_KEY_PREFIX } from "../../../src/domain/values/limits.ts"
import { button, field, link, menuOf, OWNER } from "../screen.ts"
import { startWorld } from "../world.ts"
import { isBound, LOCKED, LOOKED_AT, type Operation, operations } from "./operations.ts"

/**
 * CARD-2: the built app in a real browser, with the real mock cloud over HTTP and the real bridge and devices over
 * sockets, under random operations of a person and random accidents. fast-check prints the seed of a failed run.
 */

const world = startWorld({ hasBridge: true })

const RUNS = 3
/** No run starts after this time, ms. A started run is completed: a part of it would show nothing. */
const LIMIT_MS = 10_000
/** Longest time until everything is settled after the accidents, ms. */
const SETTLES_MS = 25_000
/** High enough for all cards: the page does not draw cards outside the window. */
const VIEWPORT = { width: 1440, height: 2_400 }

const network = (page: Page) => page.getByRole("region", { name: "On this network" })
const lanCard = (page: Page, name: string) => network(page).getByRole("listitem").filter({ hasText: name })
const nameOf = async (did: string): Promise<string> => (await world.stack.deviceById(did)).name

/** The person's requests by device, which must be fulfilled at the end. */
interface Asked {
  readonly names: Map<string, string>
  readonly reboots: Map<string, number>
  /** The computer that slept at the start. */
  readonly sleeper: { readonly id: string; readonly mac: string }
  isWoken: boolean
  /** True when the device with a passcode was opened. */
  isOpened: boolean
}

const chooses = async (page: Page, did: string, action: "Rename" | "Reboot") => {
  await page
    .locator(`[data-did="${did}"]`)
    .getByRole("button", { name: /^Actions for / })
    .click()
  await page.getByRole("menuitem", { name: action }).click()
  return page.getByRole(action === "Reboot" ? "alertdialog" : "dialog")
}

/** Connects from the card. While the card shows the outcome of a wake instead, connects from the device page. */
const connects = async (page: Page, device: string): Promise<void> => {
  const card = lanCard(page, device)
  await button(card, device).hover()
  const connect = button(card, `Connect to ${device}`)
  if (await connect.isVisible()) return connect.click()
  await button(card, device).click()
  await button(page.getByRole("complementary", { name: device }), "Connect").click()
}

/** Types on the picture as soon as it runs, and goes back. A long line wraps at the edge of the terminal. */
const types = async (page: Page, device: string, text: string) => {
  await page.getByText(/^[0-9]+ ms$/).waitFor({ timeout: SETTLES_MS })
  await page.getByRole("application", { name: `Screen of ${device}` }).focus()
  await page.keyboard.type(text)
  const { did } = await world.stack.device(device)
  const typed = async () => (await world.stack.screenText(did)).replaceAll("\n", "")
  await expect.poll(typed, { timeout: SETTLES_MS }).toContain(text)
  await button(page, "Disconnect").click()
  await page.waitForURL(/\/devices/)
  // Goes back to the list alone, from the device page as well.
  await link(page, "Devices").click()
  await page.waitForURL("**/devices")
}

/** Views the picture. False when the device is not there just now. */
const looks = async (page: Page, text: string): Promise<boolean> => {
  if (!(await button(network(page), LOOKED_AT).isVisible())) return false
  await connects(page, LOOKED_AT)
  await types(page, LOOKED_AT, text)
  return true
}

/** Opens the device with a passcode. The app asks for it only the first time, until it is right. */
const unlocks = async (page: Page, { text, mistakes }: Extract<Operation, { operation: "unlock" }>, asked: Asked) => {
  if (!(await button(network(page), LOCKED).isVisible())) return
  await connects(page, LOCKED)
  if (!asked.isOpened) {
    const { passcode } = await world.stack.device(LOCKED)
    const dialog = page.getByRole("dialog", { name: "Device passcode" })
    for (let made = 0; made < mistakes; made += 1) {
      await field(dialog, "Passcode").fill(`${passcode}${made}`)
      await button(dialog, "Continue").click()
      await dialog.getByText(/^Wrong passcode/).waitFor({ timeout: SETTLES_MS })
    }
    await field(dialog, "Passcode").fill(passcode)
    // After a mistake the button shows how long the device accepts no passcode.
    await button(dialog, "Continue").click()
    await dialog.waitFor({ state: "detached" })
  }
  await types(page, LOCKED, text)
  asked.isOpened = true
}

/** A wake is sent at once or not at all. A picture proves that the bridge is there. */
const wakes = async (page: Page, text: string, asked: Asked) => {
  if (!(await looks(page, text))) return
  await menuOf(page, LOOKED_AT).click()
  await page.getByRole("menuitem", { name: "Wake" }).click()
  const dialog = page.getByRole("dialog", { name: `Wake ${LOOKED_AT}` })
  await dialog.getByText("Other MAC address").click()
  await field(dialog, "MAC address").fill(asked.sleeper.mac)
  await button(dialog, "Wake").click()
  await dialog.waitFor({ state: "detached" })
  await lanCard(page, LOOKED_AT)
    .getByText(/^(?:Wake request sent|Computer awake)/)
    .waitFor({ timeout: SETTLES_MS })
  asked.isWoken = true
}

/** Switches the mode from the card, there and back. The device confirms each switch. */
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

const does = async (page: Page, operation: Operation, dids: readonly string[], asked: Asked): Promise<void> => {
  const did = dids[("at" in operation ? operation.at : 0) % dids.length] ?? ""
  switch (operation.operation) {
    case "rename": {
      const dialog = await chooses(page, did, "Rename")
      await field(dialog, "Name").fill(operation.name)
      if (operation.name !== asked.names.get(did)) await button(dialog, "Save").click()
      else await button(dialog, "Cancel").click()
      asked.names.set(did, operation.name)
      return dialog.waitFor({ state: "detached" })
    }
    case "reboot": {
      const dialog = await chooses(page, did, "Reboot")
      await button(dialog, "Reboot").click()
      asked.reboots.set(did, (asked.reboots.get(did) ?? 0) + 1)
      return dialog.waitFor({ state: "detached" })
    }
    case "look":
      return void (await looks(page, operation.text))
    case "wake":
      return wakes(page, operation.text, asked)
    case "unlock":
      return unlocks(page, operation, asked)
    case "switch":
      return switches(page)
    case "reload":
      await page.reload()
      return page.locator("[data-did]").first().waitFor()
    case "power":
      return world.stack.patchDevice(did, { power: operation.power })
    case "fault":
      return world.stack.fault({ fault: operation.fault, call: operation.call, ms: 300 })
    case "down":
      return world.stack.fault({ fault: "server-down", ms: 800 })
    case "bridge":
      return world.stack.fault({ fault: "bridge-close" })
  }
}

/** The passcodes stored in this browser. */
const keptPasscodes = (page: Page): Promise<readonly string[]> =>
  page.evaluate((prefix) => {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(prefix))
    return keys.map((key) => localStorage.getItem(key) ?? "")
  }, PASSCODE_KEY_PREFIX)

/** Only the right passcode is stored, and each computer with a requested wake is awake. */
const holdsNear = async (page: Page, { sleeper, isWoken, isOpened }: Asked): Promise<void> => {
  const { passcode } = await world.stack.device(LOCKED)
  await expect.poll(() => keptPasscodes(page)).toEqual(isOpened ? [passcode] : [])
  if (!isWoken) return
  await world.stack.advanceClock(WAKE_MS)
  const isAwake = async () => (await world.stack.state()).hosts.find(({ id }) => id === sleeper.id)?.awake
  await expect.poll(isAwake, { timeout: SETTLES_MS, message: "the computer that was woken" }).toBe(true)
}

/**
 * After the accidents: the cloud has the last intent of each device, nothing was done twice, and the page matches the
 * world.
 */
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
  await holdsNear(page, asked)
}

test("[CARD-2][OFFLINE-3][MODE-1][BRIDGE-4][DEVICE-9][WAKE-3] whatever a person does while cloud, bridge and devices have accidents, it comes out as asked", async () => {
  const until = Date.now() + LIMIT_MS
  await fc.assert(
    fc.asyncProperty(operations, async (story) => {
      if (Date.now() > until) return
      await world.stack.reset()
      const { person, page } = await world.atDevices({ email: OWNER, options: { viewport: VIEWPORT } })
      const { devices, hosts } = await world.stack.state()
      const dids = devices.filter(isBound).map(({ did }) => did)
      const sleeper = hosts.find(({ awake }) => !awake)
      if (sleeper === undefined) throw new Error("no computer sleeps")
      const asked: Asked = { names: new Map(), reboots: new Map(), sleeper, isWoken: false, isOpened: false }
      await lanCard(page, LOOKED_AT).waitFor()
      for (const operation of story) await does(page, operation, dids, asked)
      await holds(page, dids, asked)
      await person.context.close()
    }),
    { numRuns: RUNS, endOnFailure: true },
  )
})
