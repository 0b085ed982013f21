import { setTimeout as pause } from "node:timers/promises"
import { expect, test } from "vitest"
import { opened } from "./accountScreen.ts"
import { fates, fieldOf } from "./journal.ts"
import {
  actions,
  button,
  card,
  choose,
  field,
  link,
  menuOf,
  openOutbox,
  reboot,
  rename,
  SUB,
  signIn,
} from "./screen.ts"
import { startWorld } from "./world.ts"

/** Two tabs of one browser: one log, one sender at a time. */

const world = startWorld({ isPooled: true })
const BENCH = "Workshop bench"
const ROOM = "Control room A"

const twoTabs = async (isStored = false) => {
  const { person, page: first } = await world.atDevices({ isStored })
  const second = await person.open("/devices")
  await card(second, BENCH).waitFor()
  return { person, first, second }
}

const renames = () => world.stack.requests("rename_device")

test("[OFFLINE-7] when the leading tab closes, the other one takes over and sends what waits, once", async () => {
  const { did } = await world.stack.device(BENCH)
  const { person, first, second } = await twoTabs(true)
  await person.context.setOffline(true)
  await rename(first, BENCH, "Asked in the first")
  await reboot(second, ROOM)
  await menuOf(second, "Asked in the first").waitFor()
  await first.close()
  await person.context.setOffline(false)
  await expect.poll(async () => (await world.stack.deviceById(did)).name).toBe("Asked in the first")
  await expect.poll(async () => (await world.stack.requests("request_device")).length).toBe(1)
  await openOutbox(second)
  await actions(second, `Reboot ${ROOM}`).getByText("Confirmed").waitFor()
  await actions(second, "Asked in the first").getByText("Confirmed").waitFor()
  expect(fates(await renames())).toEqual(["none applied"])
  expect(fates(await world.stack.requests("request_device"))).toEqual(["none applied"])
})

test("[OFFLINE-7][EVENT-2] what one tab does shows in the other, and each of many actions is sent once", async () => {
  const { first, second } = await twoTabs()
  await rename(first, BENCH, "Bench of the first")
  await menuOf(second, "Bench of the first").waitFor()
  await rename(second, ROOM, "Room of the second")
  await menuOf(first, "Room of the second").waitFor()
  await rename(first, "Room of the second", "Room of the first")
  await menuOf(second, "Room of the first").waitFor()
  for (const page of [first, second])
    for (const name of ["Bench of the first", "Room of the first"])
      await card(page, name).getByText("Not confirmed yet").waitFor({ state: "detached" })
  const titles = (await renames()).map((entry) => fieldOf(entry, "title"))
  expect(new Set(titles).size).toBe(titles.length)
  expect(titles).toEqual(expect.arrayContaining(["Bench of the first", "Room of the first"]))
})

test("[OFFLINE-7] both tabs rename at the same moment: the cloud has what both show", async () => {
  const { did } = await world.stack.device(BENCH)
  const { first, second } = await twoTabs()
  await Promise.all([rename(first, BENCH, "Name of one"), rename(second, BENCH, "Name of two")])
  const shown = async () => {
    const names = ["Name of one", "Name of two"]
    const visible = await Promise.all(
      [first, second].map(async (page) => {
        const found = await Promise.all(names.map((name) => menuOf(page, name).isVisible()))
        return names.filter((_, index) => found[index])
      }),
    )
    const { name } = await world.stack.deviceById(did)
    return visible.every((each) => each.length === 1 && each[0] === name)
  }
  await expect.poll(shown).toBe(true)
  for (const page of [first, second]) await page.getByText("Not confirmed yet").first().waitFor({ state: "detached" })
  await expect.poll(shown).toBe(true)
})

test("[LAYOUT-3][OFFLINE-7] a sign-out in one tab is a sign-out in the other, and so is a sign-in", async () => {
  const { first, second } = await twoTabs()
  await first.getByRole("button", { name: "Log out", exact: true }).click()
  await first.waitForURL("**/signin")
  await second.getByText("Sign in to see your bound devices").waitFor()
  /* The log ends the session first, then the token is removed. */
  await expect.poll(() => second.evaluate(() => localStorage.getItem("user"))).toBeNull()
  await link(second, "Sign in").click()
  await second.waitForURL("**/signin")
  await signIn(first)
  await card(second, BENCH).waitFor()
  expect(new URL(second.url()).pathname).toBe("/devices")
})

test("[OFFLINE-10][AUTH-13] a reboot that is being confirmed as one account is not done when another tab signs in as its owner", async () => {
  const { person, page: first } = await world.atDevices({ email: SUB })
  const second = await person.open("/devices")
  await choose(second, ROOM, "Reboot")
  await first.getByRole("button", { name: "Log out", exact: true }).click()
  await first.waitForURL("**/signin")
  await signIn(first)
  await card(second, BENCH).waitFor()
  await expect.poll(() => second.getByRole("alertdialog").count()).toBe(0)
  /* The key that was meant for the button of the dialog, and one that closes anything it opened instead. */
  await second.keyboard.press("Enter")
  await second.keyboard.press("Escape")
  await rename(second, ROOM, "Renamed by its owner")
  await expect.poll(async () => (await renames()).length).toBe(1)
  expect(await world.stack.requests("request_device")).toEqual([])
})

test("[OFFLINE-7][OFFLINE-11] the next heartbeat sends the rename of a tab that died silently", async () => {
  const { did } = await world.stack.device(BENCH)
  const { person } = await twoTabs()
  const dying = await person.context.newPage()
  await dying.addInitScript(() => {
    BroadcastChannel.prototype.postMessage = () => {}
  })
  await dying.goto("/devices")
  await rename(dying, BENCH, "Named by the dying")
  await menuOf(dying, "Named by the dying").waitFor()
  await dying.close({ runBeforeUnload: false })
  await expect.poll(async () => (await world.stack.deviceById(did)).name).toBe("Named by the dying")
  expect(fates(await renames())).toEqual(["none applied"])
})

const HOUR_MS = 3_600_000
/** A list that loads at every step would show ten readings in this time. A calm tab reads it once or twice. */
const WATCHED_MS = 8_000

test("[OFFLINE-10][OFFLINE-5] with the clock an hour back an unconfirmed invitation is looked for, and no list is read at every step", async () => {
  const { page: first, person } = await world.atDevices({
    prepare: (context) =>
      context.addInitScript(() => {
        const now = Date.now.bind(Date)
        Date.now = () => now() - Number(localStorage.getItem("clockBackMs"))
      }),
  })
  const second = await person.open("/devices")
  await card(second, BENCH).waitFor()
  await link(first, "Account").click()
  await button(first, "Send invitation").click()
  const inviting = await opened(first, "Send invitation")
  await field(inviting, "Name").fill("Pia")
  await field(inviting, "Email").fill("pia@example.com")
  await world.stack.fault({ fault: "drop-reply", times: 1_000 })
  await button(inviting, "Send invitation").click()
  await expect.poll(async () => (await world.stack.requests("send_invitation")).length).toBe(1)
  await first.evaluate((back) => localStorage.setItem("clockBackMs", String(back)), HOUR_MS)
  await world.stack.clearFaults()
  await openOutbox(second)
  await actions(second, "Invite Pia").getByText("Confirmed").waitFor()
  const lists = async () => (await world.stack.requests("get_subaccount_list")).length
  const before = await lists()
  await pause(WATCHED_MS)
  expect((await lists()) - before).toBeLessThanOrEqual(2)
  expect(fates(await world.stack.requests("send_invitation"))).toEqual(["drop-reply applied"])
})
