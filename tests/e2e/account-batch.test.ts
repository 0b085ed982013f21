import type { Page } from "playwright"
import { expect, test } from "vitest"
import { opened, subAccount } from "./accountScreen.ts"
import { fieldOf } from "./journal.ts"
import { button } from "./screen.ts"
import { startWorld } from "./world.ts"

/** One action for several devices. */

const world = startWorld({ isPooled: true })

const bar = (page: Page) => page.getByRole("region", { name: "Selected devices" })

const choose = async (page: Page, ...names: readonly string[]) => {
  await button(page, "Select").click()
  for (const name of names) await page.getByRole("checkbox", { name: `Select ${name}` }).check()
  await bar(page).getByText(`${names.length} selected`).waitFor()
}

const result = (page: Page, name: string) =>
  page.getByRole("list", { name: "Devices" }).getByRole("listitem").filter({ hasText: name })

/** The server accepted it. The device may be away or back when the person looks. */
const rebooted = /Rebooting, sent|Not seen for|Back after/
const woken = /Wake request sent|Not seen for|Seen awake after/

const reboots = async () =>
  (await world.stack.requests("request_device"))
    .filter((entry) => fieldOf(entry, "cmd") === "reboot")
    .map((entry) => fieldOf(entry, "did"))
    .sort()

test("[DEVICE-13] several devices reboot in one action, each with a result of its own", async () => {
  const names = ["Control room A", "Workshop bench", "Observatory dome"]
  const dids = await Promise.all(names.map(async (name) => (await world.stack.device(name)).did))
  const { page } = await world.atDevices()
  await choose(page, ...names)
  await world.stack.fault({ call: "request_device", did: dids[1] ?? "", fault: "status:-999", times: 1 })
  await button(bar(page), "Reboot").click()
  await opened(page, "Reboot 3 devices?")
  const asking = await opened(page, "Reboot")
  await button(asking, "Reboot").click()
  for (const name of ["Control room A", "Observatory dome"]) await result(page, name).getByText(rebooted).waitFor()
  await result(page, "Workshop bench").getByText("Reboot refused").waitFor()
  await asking.getByRole("status").filter({ hasText: "Finished: 3 of 3" }).waitFor()
  await expect.poll(() => reboots()).toEqual([...dids].sort())
  // A message does not repeat the result in the list.
  const messages = page.getByRole("region", { name: "Notifications" })
  expect(await messages.getByRole("status").or(messages.getByRole("alert")).count()).toBe(0)
  await button(asking, "Done").click()
  await asking.waitFor({ state: "hidden" })
  await button(bar(page), "Clear selection").click()
  await bar(page).waitFor({ state: "detached" })
})

test("[DEVICE-13][WAKE-1] a device without a bound MAC is left out and says so, the others are woken", async () => {
  const { page } = await world.atDevices()
  await choose(page, "Control room A", "Workshop bench")
  await button(bar(page), "Wake").click()
  const asking = await opened(page, "Wake")
  await result(page, "Workshop bench").getByText("No bound computer").waitFor()
  await button(asking, "Wake").click()
  await result(page, "Control room A").getByText(woken).waitFor()
  await result(page, "Workshop bench").getByText("No bound computer").waitFor()
  await expect.poll(() => world.stack.requests("request_device")).toHaveLength(1)
})

test("[DEVICE-13][SUB-5] several devices are assigned to an active sub-account; old firmware and shared ones are left out", async () => {
  const desk = await world.stack.device("Front desk")
  const { page } = await world.atDevices()
  await choose(page, "Front desk", "Edit suite", "Mixing desk", "Workshop bench")
  await button(bar(page), "Assign").click()
  const asking = await opened(page, "Assign")
  await result(page, "Edit suite").getByText("The firmware of this device is too old for sharing.").waitFor()
  await result(page, "Mixing desk").getByText("Shared by").waitFor()
  await button(asking, /Sub-account/).click()
  await page.getByRole("option", { name: "Jonas Weber" }).click()
  await result(page, "Workshop bench").getByText("Already assigned").waitFor()
  await button(asking, "Assign").click()
  await result(page, "Front desk").getByText("Confirmed").waitFor()
  expect((await subAccount(world.stack, "jonas.weber@example.com"))?.devices).toContain(desk.did)
})

test("[DEVICE-18][OFFLINE-6] a batch of more than a hundred devices is paused, survives a reload, and asks each device once", async () => {
  for (let index = 0; index < 110; index += 1) await world.stack.addDevice(`Spare ${index}`)
  await world.stack.fault({ call: "request_device", fault: "delay", ms: 150 })
  const { page } = await world.atDevices()
  await button(page, "Select").click()
  await button(bar(page), "Select all").click()
  await button(bar(page), "Reboot").click()
  const asking = await opened(page, "Reboot")
  await button(asking, "Reboot").click()
  const record = await opened(page, "Reboot")
  await button(record, "Pause").click()
  await record.getByText("Paused", { exact: true }).waitFor()
  await page.reload()
  const line = page.getByRole("list", { name: "Bulk actions" }).getByRole("listitem")
  await line.getByText("Paused", { exact: true }).waitFor()
  const before = (await reboots()).length
  await button(line, "Resume").click()
  await line.getByText(/Finished: (\d+) of \1(?!\d)/).waitFor()
  const asked = await reboots()
  expect(before).toBeLessThan(asked.length)
  expect(new Set(asked).size).toBe(asked.length)
  await button(line, "Dismiss").click()
  await line.waitFor({ state: "detached" })
})
