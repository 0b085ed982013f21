import type { Page } from "playwright"
import { expect, test } from "vitest"
import { arrowTo, focusComesTo, fromMenu, press, tabTo, typeInto } from "./keyboard.ts"
import { actions, button, card, dialog, field, loseNetwork, menuOf, outbox, toast } from "./screen.ts"
import { startWorld } from "./world.ts"

/** Devices and the outbox by keyboard alone. */

const world = startWorld({ isPooled: true })
const ROOM = "Control room A"
const BENCH = "Workshop bench"

const renameByKeys = async (page: Page, device: string, name: string) => {
  await fromMenu(page, menuOf(page, device), "Rename")
  await focusComesTo(field(dialog(page), "Name"))
  await page.keyboard.type(name)
  await page.keyboard.press("Enter")
  await dialog(page).waitFor({ state: "detached" })
}

test("[UX-1][UX-3] rename, wake and reboot from the menu of a device, which gets the focus back", async () => {
  const { did } = await world.stack.device(ROOM)
  const { page } = await world.atDevices()
  await fromMenu(page, menuOf(page, ROOM), "Rename")
  await focusComesTo(field(dialog(page), "Name"))
  await page.keyboard.type("Room one")
  await page.keyboard.press("Enter")
  await toast(page, "status", "Device renamed.").waitFor()
  await focusComesTo(menuOf(page, "Room one"))
  await fromMenu(page, menuOf(page, "Room one"), "Wake")
  await dialog(page).waitFor()
  await tabTo(page, dialog(page).getByRole("radio", { name: "Bound computer" }))
  await page.keyboard.press("ArrowRight")
  await typeInto(page, field(dialog(page), "MAC address"), "0a:1b")
  await page.keyboard.press("Enter")
  await dialog(page)
    .getByText(/^Invalid MAC address/)
    .waitFor()
  await focusComesTo(field(dialog(page), "MAC address"))
  await typeInto(page, field(dialog(page), "MAC address"), "0a:1b:2c:3d:4e:5f")
  await page.keyboard.press("Enter")
  await expect.poll(async () => (await world.stack.requests("request_device")).length).toBe(1)
  await focusComesTo(menuOf(page, "Room one"))
  await fromMenu(page, menuOf(page, "Room one"), "Reboot")
  await dialog(page).waitFor()
  await press(page, button(dialog(page), "Reboot"))
  await expect.poll(async () => (await world.stack.deviceById(did)).reboots).toBe(1)
  await focusComesTo(menuOf(page, "Room one"))
})

test("[UX-1] several devices are chosen and rebooted, and the focus stays with the bar", async () => {
  const { page } = await world.atDevices()
  await press(page, button(page, "Select"))
  for (const name of [ROOM, BENCH]) {
    await arrowTo(page, card(page, name))
    await page.keyboard.press("x")
  }
  const bar = page.getByRole("region", { name: "Selected devices" })
  await bar.getByText("2 selected").waitFor()
  await press(page, button(bar, "Reboot"))
  const asking = page.getByRole("dialog", { name: "Reboot 2 devices?" })
  await press(page, button(asking, "Reboot"))
  await expect.poll(async () => (await world.stack.requests("request_device")).length).toBe(2)
  // The dialog of the question now shows the results.
  await press(page, button(page.getByRole("dialog", { name: "Reboot", exact: true }), "Done"))
  await focusComesTo(button(bar, "Reboot"))
  await press(page, button(bar, "Clear selection"))
  // The bar is gone. The next control takes the focus, so that it is never lost.
  await bar.waitFor({ state: "detached" })
  await expect.poll(() => page.evaluate(() => document.activeElement !== document.body)).toBe(true)
})

test("[UX-1] the search of devices, and its way back", async () => {
  const { page } = await world.atDevices()
  // No key is lost right after the key that leads to the field.
  await page.keyboard.type("/bench")
  await expect.poll(() => field(page, "Search devices").inputValue()).toBe("bench")
  await menuOf(page, ROOM).waitFor({ state: "detached" })
  await page.keyboard.press("Escape")
  await menuOf(page, ROOM).waitFor()
  await expect.poll(() => field(page, "Search devices").inputValue()).toBe("")
})

test("[UX-1][UX-3] in the outbox an action is cancelled, another sent again, a third discarded", async () => {
  const { person, page } = await world.atDevices({ isStored: true })
  const away = "Lecture hall 2"
  await world.stack.fault({ call: "rename_device", fault: "status:-7", times: 1 })
  await renameByKeys(page, BENCH, "At last")
  await toast(page, "alert", /At last/).waitFor()
  await fromMenu(page, menuOf(page, away), "Reboot")
  await press(page, button(dialog(page), "Reboot"))
  await toast(page, "alert", `Reboot ${away}`).waitFor()
  await loseNetwork(page)
  await renameByKeys(page, ROOM, "Never")
  await menuOf(page, "Never").waitFor()
  if (!(await outbox(page).isVisible())) await page.keyboard.press("o")
  await press(page, button(actions(page, "Never"), "Cancel"))
  await actions(page, "Never").getByText("Cancelled").waitFor()
  await menuOf(page, ROOM).waitFor()
  await person.context.setOffline(false)
  await press(page, button(actions(page, "At last"), "Send again"))
  await actions(page, "At last").getByText("Confirmed").waitFor()
  await press(page, button(actions(page, away), "Discard"))
  await actions(page, away).waitFor({ state: "detached" })
  await press(page, button(outbox(page), "Clear finished"))
  await outbox(page).getByText("Nothing is waiting").waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest(".sheet") !== null)).toBe(true)
  await page.keyboard.press("Escape")
  await outbox(page).waitFor({ state: "detached" })
  await expect.poll(() => page.evaluate(() => document.activeElement !== document.body)).toBe(true)
})
