import Dexie from "dexie"
import { makeDexieStore } from "../../src/adapters/storage/dexie.ts"
import { eventStoreContract } from "../contracts/eventStore.contract.ts"
import { openBucket } from "./buckets.ts"

let count = 0

eventStoreContract("Dexie in a browser", async (room) => {
  count += 1
  const name = `contract-${count}`
  const bucket = room === undefined ? undefined : await openBucket(name, room)
  const closers: (() => void)[] = []
  return {
    tab: async () => {
      const { store, close } = makeDexieStore({ name, ...(bucket && { factory: bucket.indexedDB }) })
      closers.push(close)
      return store
    },
    close: async () => {
      for (const close of closers) close()
      await (bucket === undefined ? Dexie.delete(name) : bucket.remove())
    },
  }
})
