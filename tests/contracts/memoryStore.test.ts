import { MemoryLog, makeMemoryStore } from "../../src/adapters/storage/memory.ts"
import { eventStoreContract } from "./eventStore.contract.ts"
import { damageTo } from "./storeSteps.ts"

eventStoreContract("memory", async (room = Number.POSITIVE_INFINITY) => {
  const log = new MemoryLog()
  const fault = (written: unknown) => ((JSON.stringify(written)?.length ?? 0) >= room ? "quota" : undefined)
  return {
    tab: async () => makeMemoryStore(log, { fault }),
    close: async () => {},
    damage: async (change) => damageTo(log.events, change),
  }
})
