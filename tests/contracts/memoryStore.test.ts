import { MemoryLog, makeMemoryStore } from "../../src/adapters/storage/memory.ts"
import { eventStoreContract } from "./eventStore.contract.ts"

eventStoreContract("memory", async () => {
  const log = new MemoryLog()
  let full = false
  return {
    tab: async () => makeMemoryStore(log, { fault: () => (full ? "quota" : undefined) }),
    whileFull: async (work) => {
      full = true
      try {
        return await work()
      } finally {
        full = false
      }
    },
    close: async () => {},
  }
})
