import { expect, test } from "vitest"
import { fieldOf } from "./journal.ts"
import { actions, button, card, choose, dialog, field, menuOf, openOutbox, rename, toast } from "./screen.ts"
import { startWorld } from "./world.ts"

/** The dialogs of a device. */

const world = startWorld({ isPooled: true })
const BENCH = "Workshop bench"
const ROOM = "Control room A"

const requests = async () => {
  const sent = await world.stack.requests("request_device")
  return sent.map((entry) => [fieldOf(entry, "cmd"), fieldOf(entry, "payload")])
}

test("[RENAME-1] a name is trimmed; empty and unchanged ones are ignored; more than 32 bytes are refused", async () => {
  const { did } = await world.stack.device(BENCH)
  const { page } = await world.atDevices()
  await rename(page, BENCH, "   ")
  await rename(page, BENCH, BENCH)
  await rename(page, BENCH, `  ${BENCH}  `)
  const asking = await choose(page, BENCH, "Rename")
  await expect.poll(() => field(asking, "Name").inputValue()).toBe(BENCH)
  for (const tooLong of ["a".repeat(33), "ä".repeat(17), "放送スタジオ放送スタ1234"]) {
    await field(asking, "Name").fill(tooLong)
    await button(asking, "Save").click()
    await asking.getByText("The device name must not exceed 32 characters in UTF-8 format.").waitFor()
    await field(asking, "Name").fill("short")
    await asking.getByText("The device name must not exceed").waitFor({ state: "detached" })
  }
  await field(asking, "Name").fill(` ${"ä".repeat(16)} `)
  await button(asking, "Save").click()
  await toast(page, "status", "Device renamed.").waitFor()
  await card(page, "ä".repeat(16)).waitFor()
  expect((await world.stack.deviceById(did)).name).toBe("ä".repeat(16))
  expect((await world.stack.requests("rename_device")).map((entry) => fieldOf(entry, "title"))).toEqual([
    "ä".repeat(16),
  ])
})

test("[WAKE-1][WAKE-3] a device with a bound MAC wakes it, or one typed in", async () => {
  const { did } = await world.stack.device(ROOM)
  const { page } = await world.atDevices()
  const asking = await choose(page, ROOM, "Wake")
  await asking.getByText("Bound computer").waitFor()
  await button(asking, "Wake").click()
  await toast(page, "status", `Wake request for ${ROOM} sent.`).waitFor()
  await expect.poll(() => requests()).toEqual([["wol", { type: 0 }]])
  expect((await world.stack.deviceById(did)).wakes).toBe(1)

  const again = await choose(page, ROOM, "Wake")
  await again.getByText("Other MAC address").click()
  await field(again, "MAC address").fill("0a:1b:2c:3d:4e:5f")
  await button(again, "Wake").click()
  await expect.poll(async () => (await requests()).length).toBe(2)
  const [, [cmd, payload] = []] = await requests()
  expect(cmd).toBe("wol")
  expect(payload).toMatchObject({ type: 1, mac: expect.stringMatching(/^0a[:-]1b[:-]2c[:-]3d[:-]4e[:-]5f$/i) })
})

test("[WAKE-1][WAKE-2] without a bound MAC one must be typed in: six pairs, all colons or all hyphens", async () => {
  const { page } = await world.atDevices()
  const asking = await choose(page, BENCH, "Wake")
  await expect.poll(() => asking.getByText("Bound computer").count()).toBe(0)
  for (const wrong of ["", "0a:1b-2c:3d-4e:5f"]) {
    await field(asking, "MAC address").fill(wrong)
    await button(asking, "Wake").click()
    await asking.getByText(/^Invalid MAC address/).waitFor()
    await field(asking, "MAC address").fill("0")
    await asking.getByText(/^Invalid MAC address/).waitFor({ state: "detached" })
  }
  await field(asking, "MAC address").fill("0A-1B-2C-3D-4E-5F")
  await button(asking, "Wake").click()
  await dialog(page).waitFor({ state: "hidden" })
  await openOutbox(page)
  await actions(page, `Wake ${BENCH}`).getByText("Confirmed").waitFor()
  await expect.poll(() => requests()).toHaveLength(1)
})

test("[REBOOT-1] a reboot asks first, is sent once and tells so", async () => {
  const { did } = await world.stack.device(ROOM)
  const { page } = await world.atDevices()
  const asking = await choose(page, ROOM, "Reboot")
  await asking.getByText(`Reboot ${ROOM}?`).waitFor()
  await page.keyboard.press("Escape")
  await dialog(page).waitFor({ state: "hidden" })
  await expect.poll(() => menuOf(page, ROOM).evaluate((element) => element === document.activeElement)).toBe(true)
  await button(await choose(page, ROOM, "Reboot"), "Reboot").click()
  await toast(page, "status", `Reboot request for ${ROOM} sent.`).waitFor()
  await expect.poll(() => requests()).toEqual([["reboot", undefined]])
  expect((await world.stack.deviceById(did)).reboots).toBe(1)
})

test("[OFFLINE-2][OFFLINE-6] without a connection a dialog says that the action waits, and for how long", async () => {
  const { person, page } = await world.atDevices({ isStored: true })
  await person.context.setOffline(true)
  await page.getByText("You are offline.").first().waitFor()
  const asking = await choose(page, ROOM, "Reboot")
  await asking.getByText(/This action will wait in the outbox and expire after 5 min/).waitFor()
  await button(asking, "Reboot").click()
  await toast(page, "status", `Reboot request for ${ROOM} added to the outbox`).waitFor()
  await card(page, ROOM).getByText("Reboot queued").waitFor()
  await button(card(page, ROOM), "Cancel").click()
  await card(page, ROOM).getByText("Reboot queued").waitFor({ state: "detached" })
})
