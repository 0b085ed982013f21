import type { Page } from "playwright"
import { expect, test } from "vitest"
import { fates, fieldOf, unexplained } from "./journal.ts"
import { button, card, menuOf, outboxTells, rename } from "./screen.ts"
import type { TestFaultOrder } from "./stack.ts"
import { startWorld } from "./world.ts"

/** Requests and replies lost, doubled, late and broken on the way, while two tabs are open. */

const world = startWorld({ isStored: true })
const DELAY_MS = 1_500

type Case = readonly [name: string, order: Omit<TestFaultOrder, "call" | "did">, fates: readonly string[]]

/** What becomes of the first request, and how the journal tells it, oldest first. */
const lost: readonly Case[] = [
  ["the request is dropped", { fault: "drop-request" }, ["drop-request not applied", "none applied"]],
  ["the reply is dropped", { fault: "drop-reply" }, ["drop-reply applied", "none applied"]],
  ["the request arrives twice", { fault: "duplicate" }, ["none applied", "duplicate applied"]],
  ["the request is late", { fault: "delay", ms: DELAY_MS }, ["delay applied"]],
  ["the reply is late", { fault: "delay", ms: DELAY_MS, stage: "reply" }, ["delay applied"]],
]
const broken: readonly Case[] = [
  ["the server breaks before", { fault: "http-500" }, ["http-500 not applied", "none applied"]],
  ["the server breaks after", { fault: "http-500", stage: "reply" }, ["http-500 applied", "none applied"]],
  ["a proxy answers in HTML", { fault: "http-html" }, ["http-html not applied", "none applied"]],
  ["the reply is cut", { fault: "truncate" }, ["truncate applied", "none applied"]],
  ["the reply has another shape", { fault: "wrong-shape" }, ["wrong-shape applied", "none applied"]],
]
const busy: readonly Case[] = [
  ["the server is too busy", { fault: "status:-100" }, ["status:-100 not applied", "none applied"]],
]

/** Renames without a network in one tab, meets the fault, then renames in the other; each case another device. */
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
  await person.context.setOffline(true)
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

test.each([
  ["requests and replies are lost, doubled and late", lost],
  ["servers and proxies answer nonsense", broken],
  ["the server is too busy", busy],
])(
  "[OFFLINE-5][OFFLINE-7] when %s, two tabs and the cloud end with the last name, each intent sent once",
  async (_, cases) => {
    const owner = await world.atDevices()
    const second = await owner.person.open("/devices")
    await card(second, "Workshop bench").waitFor()
    for (const one of cases) await runCase(owner, second, one)
  },
)
