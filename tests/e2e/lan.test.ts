import { mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Page } from "playwright"
import { expect, onTestFinished, test } from "vitest"
import { startBridge } from "../../bridge/bridge.ts"
import { button, field, menuOf } from "./screen.ts"
import { startWorld } from "./world.ts"

/** The network around this computer: real devices on sockets of loopback, found through the real bridge. */

const world = startWorld({ hasBridge: true })

/** The bridge's wait after the first wrong code, plus a margin, ms. */
const WRONG_CODE_WAIT_MS = 1_200

const guest = async (path = "/signin"): Promise<Page> => {
  const person = await world.person()
  const page = await person.open(path)
  await button(page, "Skip sign-in").click()
  await page.waitForURL("**/devices")
  return page
}

const network = (page: Page) => page.getByRole("region", { name: "On this network" })
const cards = (page: Page) => network(page).getByRole("listitem")
const answeredOf = (page: Page, name: string) =>
  page
    .getByRole("region", { name: /^Devices that responded/ })
    .getByRole("listitem")
    .filter({ hasText: name })

const add = async (page: Page, address: string) => {
  await field(page, "IP address or subnet").fill(address)
  await page.keyboard.press("Enter")
}

test("[ROLE-1][LAN-1][LAN-2][LAN-3][LAN-4][LAN-5][LAN-6] a guest searches a network, finds devices, and stops a search of millions", async () => {
  const page = await guest()
  await network(page).getByRole("link", { name: "On this network" }).click()
  await page.waitForURL("**/devices/network")
  await answeredOf(page, "Stage left").waitFor()
  await button(page, "Add address").click()
  await add(page, "192.168.1.300")
  await page.getByText("Invalid IP address or subnet format. 300 is above 255.").waitFor()
  await page.getByText("Invalid IP address or subnet format.", { exact: true }).waitFor()
  const { ip } = await addressOf(page, "Stage left")
  const subnet = ip.replace(/\.[0-9]+$/, ".*")
  await add(page, subnet)
  await button(page, `Scan ${subnet}`).waitFor()
  await expect.poll(() => field(page, "IP address or subnet").inputValue()).toBe("")
  await add(page, subnet)
  await page.getByText("Subnet already exists in the list.").waitFor()
  await expect.poll(() => page.evaluate(() => localStorage.getItem("subnets"))).toBe(JSON.stringify([subnet]))

  await button(page, "Scan network").click()
  const whole = page.getByRole("region", { name: `Scan of ${subnet}` })
  await whole.getByText(/^Done in /).waitFor()
  await whole.getByRole("progressbar", { name: /^254 of 254 addresses scanned, [1-9]/ }).waitFor()

  await add(page, "10.*.*.*")
  await button(page, "Scan 10.*.*.*").click()
  const wide = page.getByRole("region", { name: "Scan of 10.*.*.*" })
  await wide.getByRole("progressbar", { name: /^[1-9][0-9,]* of 16,646,144 addresses scanned/ }).waitFor()
  await button(wide, "Cancel").click()
  await wide.getByText("Cancelled").waitFor()
  await expect.poll(() => button(page, "Scan 10.*.*.*").isEnabled()).toBe(true)

  await button(page, "Remove 10.*.*.*").click()
  // Only a stored value shows. An earlier reload would lose the press.
  await expect.poll(() => button(page, "Scan 10.*.*.*").count()).toBe(0)
  await page.reload()
  await button(page, `Scan ${subnet}`).waitFor()
  await expect.poll(() => button(page, "Scan 10.*.*.*").count()).toBe(0)
})

const addressOf = async (page: Page, name: string): Promise<{ readonly ip: string }> => {
  const text = (await answeredOf(page, name).textContent()) ?? ""
  const ip = /[0-9]+\.[0-9]+\.[0-9]+\.[0-9]+/.exec(text)?.[0]
  if (ip === undefined) throw new Error(`${name} shows no address: ${text}`)
  return { ip }
}

test("[DEVICE-1][DEVICE-4][DEVICE-6][LAN-6] devices come and go on the screen as they do on the network", async () => {
  const page = await guest()
  const stage = cards(page).filter({ hasText: "Stage left" })
  await stage.getByText(/^127\.[0-9.]+$/).waitFor()
  await cards(page).filter({ hasText: "Foyer screen" }).getByText("USB stream mode").waitFor()
  // A device that is only on a cable has no menu. A device only on the network offers wake and the mode switch.
  await expect.poll(() => menuOf(page, "Bench cable").count()).toBe(0)
  await menuOf(page, "Stage left").click()
  await expect.poll(() => page.getByRole("menuitem").allInnerTexts()).toEqual(["Wake", "Switch to USB stream mode"])
  await page.keyboard.press("Escape")

  // The search text is marked as in the list of an account.
  const search = page.getByRole("searchbox", { name: "Search devices" })
  await search.fill("stage")
  await expect.poll(() => cards(page).locator("mark").allInnerTexts()).toEqual(["Stage"])
  await search.clear()

  const { did } = await world.stack.device("Stage left")
  await world.stack.patchDevice(did, { name: "Stage right" })
  await cards(page).filter({ hasText: "Stage right" }).waitFor()
  await world.stack.patchDevice(did, { power: "off" })
  await cards(page).filter({ hasText: "Stage right" }).waitFor({ state: "detached" })
  await world.stack.patchDevice(did, { power: "on" })
  await cards(page).filter({ hasText: "Stage right" }).waitFor()
})

test("[LAN-7][DEVICE-5][DEVICE-6][DEVICE-12] a device of the account that answers here is one card, found by its address", async () => {
  const { page } = await world.atDevices()
  const room = page
    .getByRole("region", { name: "Bound devices" })
    .getByRole("listitem")
    .filter({ hasText: "Control room A" })
  const address = room.getByText(/^127\.[0-9.]+$/)
  await address.waitFor()
  await expect.poll(() => cards(page).filter({ hasText: "Control room A" }).count()).toBe(1)
  // Its build is the latest; the build of the dome is not.
  await button(page, "Update firmware of Observatory dome").waitFor()
  await expect.poll(() => button(page, "Update firmware of Control room A").count()).toBe(0)
  const ip = (await address.textContent()) ?? ""
  await page.getByRole("searchbox", { name: "Search devices" }).fill(ip)
  await expect
    .poll(() => page.getByRole("region", { name: "Bound devices" }).getByRole("heading", { level: 3 }).allInnerTexts())
    .toEqual(["Control room A"])
})

test("[WAKE-3][WAKE-4] a guest wakes a computer over the network, and hears what is known of it", async () => {
  const page = await guest()
  await menuOf(page, "Stage left").click()
  await page.getByRole("menuitem", { name: "Wake" }).click()
  const asking = page.getByRole("dialog", { name: /^Wake / })
  await asking.getByText("Other MAC address").click()
  await field(asking, "MAC address").fill("02-00-5E-00-53-01")
  await button(asking, "Wake").click()
  await asking.waitFor({ state: "hidden" })
  await cards(page)
    .filter({ hasText: "Stage left" })
    .getByText(/^Wake request sent/)
    .waitFor()
})

/** A bridge that is not paired yet, and the lines of its terminal. */
const lonelyBridge = async () => {
  const folder = mkdtempSync(join(tmpdir(), "sightline-bridge-"))
  const registry = join(folder, "none.json")
  const lines: string[] = []
  const say = (line: string) => void lines.push(line)
  const bridge = await startBridge({ port: 0, token: "t", ownOrigins: [], folder, registry, broadcast: false, say })
  onTestFinished(() => bridge.close())
  const code = () =>
    lines.map((line) => /^ +([0-9]{6})$/.exec(line)?.[1]).findLast((found) => found !== undefined) ?? ""
  return { url: `ws://127.0.0.1:${bridge.port}`, code }
}

test("[BRIDGE-5] a page of another origin is paired by the code from the bridge's terminal, listed, and revoked", async () => {
  const { url, code } = await lonelyBridge()
  const person = await world.person({ hasBridge: false })
  await person.context.route("**/config.json", async (route) => {
    const given = await route.fetch()
    await route.fulfill({ json: { ...(await given.json()), bridge: { url } } })
  })
  const page = await person.open("/signin")
  await button(page, "Skip sign-in").click()
  const other = await person.open("/settings")
  await button(other, "Pair").waitFor()
  await page.getByRole("link", { name: "Settings", exact: true }).click()
  await button(page, "Pair").click()
  const typed = field(page, "Code from the bridge")
  await typed.fill(code() === "000000" ? "000001" : "000000")
  await button(page, "Connect").click()
  await page.getByText("The code is wrong. Attempts left: 4.").waitFor()
  // A wrong code makes all origins wait for a moment.
  await page.waitForTimeout(WRONG_CODE_WAIT_MS)
  await typed.fill(code())
  await button(page, "Connect").click()
  await page.getByText(/^Bridge [0-9.]+ is connected/).waitFor()
  const { origin } = new URL(page.url())
  // The bridge sends this list over each tab's own socket.
  await button(other, `Revoke ${origin}`).waitFor()
  await button(page, `Revoke ${origin}`).click()
  await page.getByText("The bridge does not accept this page. Pair the page.").first().waitFor()
  await button(page, "Pair").waitFor()
})
