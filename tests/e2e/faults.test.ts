import { expect, test } from "vitest"
import { fates, fieldOf, unexplained } from "./journal.ts"
import { card, menuOf, outboxButton, rename } from "./screen.ts"
import type { FaultOrder } from "./stack.ts"
import { startWorld } from "./world.ts"

/** Requests and replies lost, doubled, late and broken on the way, while two tabs are open. */

const world = startWorld()
const DELAY_MS = 1_500

/** What becomes of the first request; how the journal tells it, oldest first. */
const faults: readonly (readonly [name: string, order: Omit<FaultOrder, "call">, fates: readonly string[]])[] = [
  ["the request is dropped", { fault: "drop-request" }, ["drop-request not applied", "none applied"]],
  ["the reply is dropped", { fault: "drop-reply" }, ["drop-reply applied", "none applied"]],
  ["the request arrives twice", { fault: "duplicate" }, ["none applied", "duplicate applied"]],
  ["the request is late", { fault: "delay", ms: DELAY_MS }, ["delay applied"]],
  ["the reply is late", { fault: "delay", ms: DELAY_MS, stage: "reply" }, ["delay applied"]],
  ["the server breaks before", { fault: "http-500" }, ["http-500 not applied", "none applied"]],
  ["the server breaks after", { fault: "http-500", stage: "reply" }, ["http-500 applied", "none applied"]],
  ["a proxy answers in HTML", { fault: "http-html" }, ["http-html not applied", "none applied"]],
  ["the reply is cut", { fault: "truncate" }, ["truncate applied", "none applied"]],
  ["the reply has another shape", { fault: "wrong-shape" }, ["wrong-shape applied", "none applied"]],
  ["the server is too busy", { fault: "status:-100" }, ["status:-100 not applied", "none applied"]],
]

test.each(faults)(
  "[OFFLINE-5][OFFLINE-7] when %s, both tabs and the cloud end with the last name, and each intent was sent once",
  async (_, order, expected) => {
    const { did } = await world.stack.device("Workshop bench")
    const { person, page: first } = await world.atDevices()
    const second = await person.open("/devices")
    await card(second, "Workshop bench").waitFor()

    await world.stack.fault({ call: "rename_device", ...order })
    await person.context.setOffline(true)
    await rename(first, "Workshop bench", "First name")
    await menuOf(second, "First name").waitFor()
    await person.context.setOffline(false)
    const sent = async () =>
      (await world.stack.requests("rename_device")).filter((entry) => fieldOf(entry, "title") === "First name")
    await expect.poll(async () => fates(await sent())).toEqual(expected)

    await rename(second, "First name", "Last name")
    await expect.poll(async () => (await world.stack.deviceById(did)).name).toBe("Last name")
    for (const page of [first, second]) {
      await card(page, "Last name").getByText("Not confirmed yet").waitFor({ state: "detached" })
      await expect.poll(() => outboxButton(page).getAttribute("aria-label")).toMatch(/nothing waits/)
    }
    const all = await world.stack.requests("rename_device")
    expect(unexplained(all, "title")).toEqual([])
    expect(fates(all)).toEqual([...expected, "none applied"])
  },
)
