import { expect, test } from "vitest"
import { fates } from "./journal.ts"
import {
  actions,
  card,
  installed,
  loseNetwork,
  menuOf,
  openOutbox,
  outboxTells,
  rename,
  signIn,
  toast,
} from "./screen.ts"
import { startWorld } from "./world.ts"

/** The first complete path: no action is lost, and none is done twice. */

const world = startWorld({ isStored: true, isPooled: true })

const BEFORE = "Workshop bench"
const AFTER = "Bench, renamed offline"

const cloudName = (did: string) => expect.poll(async () => (await world.stack.deviceById(did)).name)

test("[OFFLINE-1][OFFLINE-2][OFFLINE-9][RENAME-2][RENAME-1] a rename without a network survives the closed tab and arrives once", async () => {
  const { did } = await world.stack.device(BEFORE)
  const person = await world.person()
  const first = await person.open("/")
  await first.waitForURL("**/signin")
  await signIn(first)
  await card(first, BEFORE).waitFor()
  await installed(first)

  await loseNetwork(first)
  await rename(first, BEFORE, AFTER)
  await card(first, AFTER).getByText("Not confirmed yet").waitFor()
  await openOutbox(first)
  await actions(first, `Rename ${BEFORE} to ${AFTER}`).getByText("Queued").waitFor()
  await first.close()

  const second = await person.open("/")
  await second.waitForURL("**/devices")
  await card(second, AFTER).getByText("Not confirmed yet").waitFor()
  await outboxTells(second, "1 action waiting")
  await openOutbox(second)
  await actions(second, `Rename ${BEFORE} to ${AFTER}`).getByText("Queued").waitFor()
  await cloudName(did).toBe(BEFORE)
  expect(await world.stack.requests("rename_device")).toEqual([])

  await person.context.setOffline(false)
  await cloudName(did).toBe(AFTER)
  await toast(second, "status", "Device renamed.").waitFor()
  await actions(second, AFTER).getByText("Confirmed").waitFor()
  await card(second, AFTER).getByText("Not confirmed yet").waitFor({ state: "detached" })
  await second.reload()
  await menuOf(second, AFTER).waitFor()
  expect(fates(await world.stack.requests("rename_device"))).toEqual(["none applied"])
})

test("[OFFLINE-2][RENAME-2] of two renames without a network only the last one is sent", async () => {
  const { did } = await world.stack.device(BEFORE)
  const { person, page } = await world.atDevices()
  await loseNetwork(page)
  await rename(page, BEFORE, "Bench one")
  await rename(page, "Bench one", "Bench two")
  await openOutbox(page)
  await actions(page, "Bench one").getByText("Replaced").waitFor()
  await person.context.setOffline(false)
  await cloudName(did).toBe("Bench two")
  await actions(page, "Bench two").getByText("Confirmed").waitFor()
  expect(fates(await world.stack.requests("rename_device"))).toEqual(["none applied"])
})
