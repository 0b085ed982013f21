import Dexie from "dexie"
import { makeDexieStore } from "../../src/adapters/storage/dexie.ts"
import { eventStoreContract } from "../contracts/eventStore.contract.ts"
import { openBucket } from "./buckets.ts"

let count = 0

const openRaw = (name: string, factory: IDBFactory) =>
  new Promise<IDBDatabase>((resolve, reject) => {
    const request = factory.open(name)
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

eventStoreContract("Dexie in a browser", async (room) => {
  count += 1
  const name = `contract-${count}`
  const bucket = room === undefined ? undefined : await openBucket(name, room)
  const closers: (() => void)[] = []
  const tab = async () => {
    const { store, close } = makeDexieStore({ name, ...(bucket && { factory: bucket.indexedDB }) })
    closers.push(close)
    return store
  }
  const closeAll = () => {
    for (const close of closers.splice(0)) close()
  }
  return {
    tab,
    reload: () => {
      closeAll()
      return tab()
    },
    damage: async ({ remove = [], put = [] }) => {
      const raw = await openRaw(name, bucket?.indexedDB ?? indexedDB)
      const table = raw.transaction("events", "readwrite").objectStore("events")
      for (const seq of remove) table.delete(seq)
      for (const row of put) table.put(row)
      await new Promise((resolve) => table.transaction.addEventListener("complete", resolve))
      raw.close()
    },
    clear: async () => {
      const raw = await openRaw(name, bucket?.indexedDB ?? indexedDB)
      const tables = [...raw.objectStoreNames]
      const clearing = raw.transaction(tables, "readwrite")
      for (const table of tables) clearing.objectStore(table).clear()
      await new Promise((resolve) => clearing.addEventListener("complete", resolve))
      raw.close()
    },
    close: async () => {
      closeAll()
      await (bucket === undefined ? Dexie.delete(name) : bucket.remove())
    },
  }
})
