import { expect, test } from "vitest"
import { fates, fieldOf } from "./journal.ts"
import {
  actions,
  button,
  card,
  choose,
  dialog,
  heading,
  loseNetwork,
  menuOf,
  openOutbox,
  outbox,
  outboxTells,
  reboot,
  rename,
  toast,
  wake,
} from "./screen.ts"
import { startWorld } from "./world.ts"

/** The outbox as a person sees it: states, reasons, and the choices for each. */

const world = startWorld({ isPooled: true })
const BENCH = "Workshop bench"
const ROOM = "Control room A"
const MINUTE_MS = 60_000

const renames = () => world.stack.requests("rename_device")

test("[OFFLINE-3][OFFLINE-9][LAYOUT-6] cancelling what was not sent brings the old name back, and it is never sent", async () => {
  const { person, page } = await world.atDevices({ isStored: true })
  await loseNetwork(page)
  await rename(page, BENCH, "Never mind")
  await toast(page, "status", `Rename of ${BENCH} added to the outbox`).waitFor()
  await outboxTells(page, "1 action waiting")
  await openOutbox(page)
  await button(actions(page, "Never mind"), "Cancel").click()
  await actions(page, "Never mind").getByText("Cancelled").waitFor()
  await card(page, BENCH).waitFor()
  await outboxTells(page, "empty")
  await person.context.setOffline(false)
  await button(page, "Refresh").click()
  await toast(page, "status", "Devices refreshed.").waitFor()
  expect(await renames()).toEqual([])
  await button(outbox(page), "Clear finished").click()
  await heading(outbox(page), "Nothing is waiting").waitFor()
})

test("[OFFLINE-3][OFFLINE-4] what waits to be tried again says when and why, and is tried at once on request", async () => {
  const { page } = await world.atDevices({
    prepare: async (context) => {
      await context.clock.install()
      // Sets the longest possible wait after each attempt.
      await context.addInitScript(() => {
        Math.random = () => 0.999
      })
    },
  })
  await world.stack.fault({ call: "rename_device", fault: "http-500", times: 100 })
  await rename(page, BENCH, "At last")
  await openOutbox(page)
  const waiting = actions(page, "At last").getByText("Waiting to retry")
  for (const attempt of [1, 2, 3, 4]) {
    await expect.poll(async () => (await renames()).length).toBe(attempt)
    await waiting.waitFor()
    await actions(page, "At last").getByText("The server answered with HTTP status 500.").waitFor()
    if (attempt < 4) await page.clock.fastForward(2 ** attempt * 1_000)
  }
  await card(page, "At last").getByText("Not confirmed yet").waitFor()
  await world.stack.clearFaults()
  await button(actions(page, "At last"), "Retry now").click()
  await actions(page, "At last").getByText("Confirmed").waitFor()
  expect(fates(await renames()).at(-1)).toBe("none applied")
  await expect.poll(() => renames()).toHaveLength(5)
})

test("[OFFLINE-4][MSG-1] a server that is too busy is left alone for longer, and then gets everything", async () => {
  const { page } = await world.atDevices({ prepare: (context) => context.clock.install() })
  await world.stack.fault({ call: "rename_device", fault: "status:-100" })
  await rename(page, BENCH, "After the rush")
  await openOutbox(page)
  await actions(page, "After the rush").getByText("The server is limiting requests.").waitFor()
  // Other actions of the account wait too.
  await rename(page, ROOM, "Room after the rush")
  await actions(page, "Room after the rush")
    .getByText(/Queued/)
    .waitFor()
  await expect.poll(() => renames()).toHaveLength(1)
  await page.clock.fastForward(10_000)
  for (const name of ["After the rush", "Room after the rush"])
    await actions(page, name).last().getByText("Confirmed").waitFor()
  expect(fates(await renames())).toEqual(["status:-100 not applied", "none applied", "none applied"])
})

test("[OFFLINE-9][OFFLINE-4][OFFLINE-3] a refused rename rolls back with its reason and holds up nothing else", async () => {
  const { did } = await world.stack.device(ROOM)
  const { page } = await world.atDevices()
  await world.stack.fault({ call: "rename_device", fault: "status:-7" })
  await rename(page, BENCH, "Refused name")
  await toast(page, "alert", /Refused name.*Unknown error\. Please try again\./).waitFor()
  await card(page, BENCH).waitFor()
  await openOutbox(page)
  const refused = actions(page, "Refused name")
  await refused.getByText("Refused.").waitFor()
  await refused.getByText("Unknown error. Please try again. The previous value was restored.").waitFor()
  await rename(page, ROOM, "Other room")
  await expect.poll(async () => (await world.stack.deviceById(did)).name).toBe("Other room")
  await refused.getByText("Refused.").waitFor()

  await button(refused, "Send again").click()
  await card(page, "Refused name").waitFor()
  await actions(page, "Refused name").getByText("Confirmed").waitFor()
})

test("[OFFLINE-3][REBOOT-1] a reboot of a device that is away is refused and can be discarded", async () => {
  const { page } = await world.atDevices()
  await reboot(page, "Lecture hall 2")
  await toast(page, "alert", /Reboot Lecture hall 2/).waitFor()
  await openOutbox(page)
  await actions(page, "Reboot Lecture hall 2").getByText("Refused.").waitFor()
  await button(actions(page, "Reboot Lecture hall 2"), "Discard").click()
  await actions(page, "Reboot Lecture hall 2").waitFor({ state: "detached" })
})

test("[REBOOT-1] a reboot asks first, and nothing is sent when the answer is no", async () => {
  const { page } = await world.atDevices()
  const asking = await choose(page, ROOM, "Reboot")
  await asking.getByText(`Reboot ${ROOM}?`).waitFor()
  await button(asking, "Cancel").click()
  await dialog(page).waitFor({ state: "hidden" })
  await rename(page, ROOM, "Afterwards")
  await expect.poll(async () => (await renames()).length).toBe(1)
  expect(await world.stack.requests("request_device")).toEqual([])
})

test("[OFFLINE-6][OFFLINE-2] wake and reboot expire after the time set without a connection, visibly, and never fire", async () => {
  const life = 2 * MINUTE_MS
  const { person, page } = await world.atDevices({
    isStored: true,
    local: { actionExpiry: String(life) },
    prepare: (context) => context.clock.install(),
  })
  await loseNetwork(page)
  await wake(page, ROOM)
  await reboot(page, BENCH)
  await rename(page, "Edit suite", "Edit room")
  await openOutbox(page)
  await actions(page, `Wake ${ROOM}`).getByText("Queued.").waitFor()
  await page.clock.fastForward(life - 30_000)
  await actions(page, `Wake ${ROOM}`).getByText("Queued.").waitFor()
  await page.clock.fastForward(40_000)
  await actions(page, `Wake ${ROOM}`).getByText("Expired").waitFor()
  await actions(page, `Reboot ${BENCH}`).getByText("Expired").waitFor()
  await button(actions(page, `Wake ${ROOM}`), "Wake again").waitFor()
  await person.context.setOffline(false)
  await page.clock.fastForward(1_000)
  await actions(page, "Edit room").getByText("Confirmed").waitFor()
  expect(await world.stack.requests("request_device")).toEqual([])
})

test("[OFFLINE-2][OFFLINE-4] what waited goes out in the order of each device once the connection is back", async () => {
  const { person, page } = await world.atDevices({ isStored: true })
  await loseNetwork(page)
  await rename(page, ROOM, "Room one")
  await reboot(page, "Room one")
  await wake(page, "Room one")
  await rename(page, BENCH, "Bench one")
  await outboxTells(page, "4 actions waiting")
  await person.context.setOffline(false)
  await outboxTells(page, "empty")
  await menuOf(page, "Bench one").waitFor()
  const { did } = await world.stack.device("Room one")
  const sent = (await world.stack.requests()).filter((entry) => fieldOf(entry, "did") === did)
  expect(sent.map((entry) => fieldOf(entry, "cmd") ?? fieldOf(entry, "title"))).toEqual(["Room one", "reboot", "wol"])
})
