import { MemoryLog, makeMemoryStore } from "../../emulator/simulator/browser/memoryStore.ts"
import { eventStoreContract } from "./eventStore.contract.ts"
import { damageTo } from "./storeSteps.ts"

eventStoreContract("memory", async (room = Number.POSITIVE_INFINITY) => {
  const log = new MemoryLog()
  const fault = (written: unknown) => ((JSON.stringify(written)?.length ?? 0) >= room ? "quota" : undefined)
  const tab = async () => makeMemoryStore(log, { fault })
  return {
    tab,
    reload: tab,
    close: async () => {},
    damage: async (change) => damageTo(log.events, change),
    clear: async () => log.clear(),
  }
})
