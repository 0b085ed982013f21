import type { Page } from "playwright"
import { expect, test } from "vitest"
import { fates, fieldOf } from "./journal.ts"
import { actions, button, card, menuOf, openOutbox, reboot, rename, toast, wake } from "./screen.ts"
import type { TestFaultOrder } from "./stack.ts"
import { startWorld } from "./world.ts"

/** Calls that must not happen twice, reboot and wake, with lost replies and killed tabs. */

const world = startWorld({ isPooled: true })
const DEVICE = "Control room A"
/** Longer than a tab takes to die. The test does not wait for its end. */
const DELAY_MS = 10_000
/** A shorter delay, for which the test waits. */
const LOST_AFTER_MS = 3_000

const reboots = () => world.stack.requests("request_device")

/** The three choices for an action that may have happened. */
const expectChoices = async (page: Page, text: string | RegExp): Promise<void> => {
  const action = actions(page, text)
  await action.getByText("Not confirmed").waitFor()
  for (const name of ["Mark as done", "Send again", "Discard"]) await button(action, name).waitFor()
}

/** The fates of a reply, each for the reboot of another device. */
const lost: readonly (readonly [device: string, Omit<TestFaultOrder, "call">])[] = [
  ["Control room A", { fault: "drop-reply" }],
  ["Workshop bench", { fault: "http-html", stage: "reply" }],
]

test("[OFFLINE-5][REBOOT-1] a reboot whose reply is lost is not sent again, whatever took it, and a person decides", async () => {
  const { page } = await world.atDevices()
  await openOutbox(page)
  for (const [device, order] of lost) {
    const { did } = await world.stack.device(device)
    await world.stack.fault({ call: "request_device", did, ...order })
    await reboot(page, device)
    await toast(page, "status", `Not confirmed: Reboot ${device}`).waitFor()
    await expectChoices(page, `Reboot ${device}`)
  }
  // A rename is sent and confirmed: the lane is free, and the reboot keeps its state.
  const { did } = await world.stack.device(DEVICE)
  await rename(page, DEVICE, "Control room Z")
  await expect.poll(async () => (await world.stack.deviceById(did)).name).toBe("Control room Z")
  await page.reload()
  await menuOf(page, "Control room Z").waitFor()
  await openOutbox(page)
  for (const [device] of lost) await expectChoices(page, `Reboot ${device}`)
  await button(actions(page, `Reboot ${DEVICE}`), "Mark as done").click()
  await actions(page, `Reboot ${DEVICE}`).getByText("Confirmed").waitFor()
  const sent = await reboots()
  expect(sent.map((entry) => entry.fault)).toEqual(lost.map(([, { fault }]) => fault))
  expect(sent.every(({ applied }) => applied)).toBe(true)
})

test("[OFFLINE-5][OFFLINE-3] what is not confirmed is sent again, or discarded, when a person says so", async () => {
  const { page } = await world.atDevices()
  await world.stack.fault({ call: "request_device", fault: "drop-request", times: 2 })
  await reboot(page, DEVICE)
  await openOutbox(page)
  await expectChoices(page, `Reboot ${DEVICE}`)
  await button(actions(page, `Reboot ${DEVICE}`), "Send again").click()
  await expect.poll(async () => (await reboots()).length).toBe(2)
  await expectChoices(page, `Reboot ${DEVICE}`)
  await button(actions(page, `Reboot ${DEVICE}`), "Discard").click()
  await actions(page, `Reboot ${DEVICE}`).waitFor({ state: "detached" })
  expect(fates(await reboots())).toEqual(["drop-request not applied", "drop-request not applied"])
})

/** Ways in which a tab ends abruptly. */
const deaths: readonly (readonly [string, (page: Page) => Promise<void>])[] = [
  ["closed", (page) => page.close()],
  [
    "crashed",
    async (page) => {
      const crashed = page.waitForEvent("crash")
      await page.goto("chrome://crash").catch(() => undefined)
      await crashed
      await page.close()
    },
  ],
]

test.each(deaths)(
  "[OFFLINE-5][OFFLINE-7] a reboot whose tab is %s before the reply is not confirmed, and was sent once",
  async (_, end) => {
    const { did } = await world.stack.device(DEVICE)
    const { person, page } = await world.atDevices()
    await world.stack.fault({ call: "request_device", fault: "delay", ms: DELAY_MS, stage: "reply" })
    await reboot(page, DEVICE)
    await expect.poll(async () => (await reboots()).length).toBe(1)
    await end(page)

    const again = await person.open("/devices")
    await card(again, DEVICE).waitFor()
    await openOutbox(again)
    await expectChoices(again, `Reboot ${DEVICE}`)
    // A later action of the same device has been sent and confirmed.
    await rename(again, DEVICE, "Control room Y")
    await expect.poll(async () => (await world.stack.deviceById(did)).name).toBe("Control room Y")
    expect(fates(await reboots())).toEqual(["delay applied"])
  },
)

test.each(deaths)(
  "[OFFLINE-5][OFFLINE-7] a rename whose tab is %s while the request is on its way reaches the cloud after the next start",
  async (_, end) => {
    const { did } = await world.stack.device(DEVICE)
    const { person, page } = await world.atDevices()
    // The request gets lost after the end of its tab.
    await world.stack.fault({ call: "rename_device", fault: "delay", ms: LOST_AFTER_MS })
    await world.stack.fault({ call: "rename_device", fault: "drop-request" })
    const leaves = page.waitForRequest((request) => request.url().endsWith("/rename_device"))
    await rename(page, DEVICE, "Named before death")
    await leaves
    await end(page)

    const again = await person.open("/devices")
    await expect.poll(async () => (await world.stack.deviceById(did)).name).toBe("Named before death")
    await card(again, "Named before death").getByText("Not confirmed yet").waitFor({ state: "detached" })
    await expect
      .poll(async () => fates(await world.stack.requests("rename_device")).toSorted())
      .toEqual(["drop-request not applied", "none applied"])
  },
)

test("[OFFLINE-5][OFFLINE-7] a rename whose tab dies before the reply is sent again, and the name stays", async () => {
  const { did } = await world.stack.device(DEVICE)
  const { person, page } = await world.atDevices()
  await world.stack.fault({ call: "rename_device", fault: "delay", ms: DELAY_MS, stage: "reply" })
  await rename(page, DEVICE, "Named before death")
  await expect.poll(async () => (await world.stack.requests("rename_device")).length).toBe(1)
  await page.close()
  const again = await person.open("/devices")
  await card(again, "Named before death").getByText("Not confirmed yet").waitFor({ state: "detached" })
  await expect
    .poll(async () => fates(await world.stack.requests("rename_device")))
    .toEqual(["delay applied", "none applied"])
  expect((await world.stack.deviceById(did)).name).toBe("Named before death")
})

test("[OFFLINE-5][WAKE-3] a wake whose reply is lost is not sent again either", async () => {
  const { page } = await world.atDevices()
  await world.stack.fault({ call: "request_device", fault: "drop-reply" })
  await wake(page, DEVICE)
  await openOutbox(page)
  await expectChoices(page, `Wake ${DEVICE}`)
  await page.reload()
  await openOutbox(page)
  await expectChoices(page, `Wake ${DEVICE}`)
  expect((await reboots()).map((entry) => [fieldOf(entry, "cmd"), entry.applied])).toEqual([["wol", true]])
})
