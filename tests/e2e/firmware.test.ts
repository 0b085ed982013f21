import type { Page } from "playwright"
import { expect, test } from "vitest"
import { button } from "./screen.ts"
import { startWorld } from "./world.ts"

/**
 * An update as a technician makes it: a real image, a real bridge, and an emulated device on a socket that loses its
 * power.
 */

const world = startWorld({ hasBridge: true })

const DEVICE = "Green room"
const OTHER = "Edit suite"
const NEW = "241204091500"
/** The device is away for most of a minute, takes the rest, and restarts for as long again. */
const TEST_MS = 300_000
const PATIENCE_MS = 200_000

const dialog = (page: Page) => page.getByRole("dialog", { name: "Update firmware" })

test(
  "[FW-1][FW-2][FW-3][FW-4][FW-6][FW-7][EMU-4] without the provider a kept image updates two devices, one of them over a reload and a power cut at 60 %, and nothing is downloaded again",
  async () => {
    const { person, page } = await world.atDevices()
    await button(page, `Update firmware of ${DEVICE}`).click()
    await dialog(page).getByText("Unknown").waitFor()
    await dialog(page).getByText(NEW).waitFor()
    await button(dialog(page), "Download now").click()
    await dialog(page).getByText("The image is on this computer").waitFor()

    const downloads: string[] = []
    person.context.on("request", (request) => {
      if (request.url().endsWith(".bin")) downloads.push(request.url())
    })
    const { did } = await world.stack.device(DEVICE)
    const other = await world.stack.device(OTHER)
    await world.stack.patchDevice(other.did, { passcode: "" })
    // From here on only this computer has the image.
    await world.stack.fault({ fault: "server-down", ms: TEST_MS })
    await world.stack.fault({ did, fault: "power-cut", stage: "upload", percent: 60, ms: 2_000 })
    await button(dialog(page), "Update firmware").click()
    await dialog(page).getByText("This dialog stays open until the update ends.").waitFor()
    await page.keyboard.press("Escape")
    await dialog(page).getByText("Uploading to the device").waitFor()

    await page.reload()
    const card = page.getByRole("listitem").filter({ hasText: DEVICE })
    await card.getByText(/Updating firmware/).waitFor()
    await button(page, `Update firmware of ${OTHER}`).click()
    await button(dialog(page), "Update firmware").click()
    await dialog(page).getByText("The device reports the new build.").waitFor({ timeout: PATIENCE_MS })
    await button(dialog(page), "Close").last().click()
    await button(card, "View").click()
    // The bridge waits for the device and resumes without the person.
    await dialog(page).getByText("The device reports the new build.").waitFor({ timeout: PATIENCE_MS })
    const built = async (one: string) => (await world.stack.deviceById(one)).build
    await expect.poll(() => Promise.all([built(did), built(other.did)])).toEqual([Number(NEW), Number(NEW)])
    expect(downloads).toEqual([])
    await button(dialog(page), "Close").last().click()
    await expect.poll(() => button(page, `Update firmware of ${DEVICE}`).count()).toBe(0)
  },
  TEST_MS,
)
