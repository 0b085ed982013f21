import type { Page } from "playwright"
import { expect, test } from "vitest"
import { fates, fieldOf, unexplained } from "./journal.ts"
import { button, card, loseNetwork, menuOf, outboxTells, rename } from "./screen.ts"
import type { TestFaultOrder } from "./stack.ts"
import { startWorld } from "./world.ts"

/** Requests and replies that are lost, doubled, late or cut, with two open tabs. */

const world = startWorld({ isStored: true, isPooled: true })
const DELAY_MS = 1_500

type Case = readonly [name: string, order: Omit<TestFaultOrder, "call" | "did">, fates: readonly string[]]

/**
 * One fault of each kind, with the journal's entries for the request, oldest first. The tests of the answer reader
 * cover every broken answer, and `random/` draws all of them.
 */
const cases: readonly Case[] = [
  ["the request is dropped", { fault: "drop-request" }, ["drop-request not applied", "none applied"]],
  ["the request arrives twice", { fault: "duplicate" }, ["none applied", "duplicate applied"]],
  ["the reply is late", { fault: "delay", ms: DELAY_MS, stage: "reply" }, ["delay applied"]],
  ["the reply is cut", { fault: "truncate" }, ["truncate applied", "none applied"]],
]

/**
 * Renames in one tab without a network, meets the fault, then renames in the other tab. Each case uses another device.
 */
const runCase = async (
  { person, page: first }: Awaited<ReturnType<typeof world.atDevices>>,
  second: Page,
  [name, order, expected]: Case,
): Promise<void> => {
  const did = await world.stack.addDevice(`0: ${name}`)
  await first.bringToFront()
  await button(first, "Refresh").click()
  await menuOf(first, `0: ${name}`).waitFor()
  await world.stack.fault({ call: "rename_device", did, ...order })
  await loseNetwork(first)
  await rename(first, `0: ${name}`, `1: ${name}`)
  await menuOf(second, `1: ${name}`).waitFor()
  await person.context.setOffline(false)
  const sent = async () =>
    (await world.stack.requests("rename_device")).filter((entry) => fieldOf(entry, "did") === did)
  await expect.poll(async () => fates(await sent()), { message: name }).toEqual(expected)

  await rename(second, `1: ${name}`, `2: ${name}`)
  await expect.poll(async () => (await world.stack.deviceById(did)).name, { message: name }).toBe(`2: ${name}`)
  for (const page of [second, first]) {
    await page.bringToFront()
    await card(page, `2: ${name}`).getByText("Not confirmed yet").waitFor({ state: "detached" })
    await outboxTells(page, "empty")
  }
  expect(unexplained(await sent(), "title"), name).toEqual([])
  expect(fates(await sent()), name).toEqual([...expected, "none applied"])
}

test("[OFFLINE-5][OFFLINE-7] whatever becomes of a request and its reply, two tabs and the cloud end with the last name, each intent sent once", async () => {
  const owner = await world.atDevices()
  const second = await owner.person.open("/devices")
  await card(second, "Workshop bench").waitFor()
  for (const one of cases) await runCase(owner, second, one)
})
