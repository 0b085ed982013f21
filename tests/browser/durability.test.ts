import Dexie from "dexie"
import { expect, test } from "vitest"

test("this browser stores with the durability asked for, which sends depend on", async () => {
  const database = new Dexie("durability-probe", { chromeTransactionDurability: "strict" })
  database.version(1).stores({ rows: "seq" })
  const durability = await database.transaction("rw", database.table("rows"), async (transaction) => {
    await database.table("rows").add({ seq: 1 })
    return transaction.idbtrans.durability
  })
  expect(durability).toBe("strict")
  await database.delete()
})
