import { useEffect, useState } from "react"
import { within } from "../../adapters/storage/patience.ts"
import { lastingStorage } from "../client/lastingStorage.ts"
import { whileWanted } from "../loading/whileWanted.ts"

interface StorageUse {
  /** Bytes. */
  readonly used: number
  readonly total: number
  /** True when the browser promised never to remove it unasked. */
  readonly isKept: boolean
}

/** The longest wait for an answer of the browser, ms. After it the use counts as unknown. */
const ASK_PATIENCE_MS = 4_000

const read = async (): Promise<StorageUse | null> => {
  if (!("storage" in navigator)) return null
  const { usage, quota } = await navigator.storage.estimate()
  if (usage === undefined || quota === undefined || quota === 0) return null
  return { used: usage, total: quota, isKept: await navigator.storage.persisted() }
}

/** The use of the browser's storage by this page; undefined while asking, null where the browser does not say. */
export const useStorageUse = (): StorageUse | null | undefined => {
  const [use, setUse] = useState<StorageUse | null | undefined>(undefined)
  useEffect(() => {
    const { tell, forget } = whileWanted(setUse)
    const ask = () => within(ASK_PATIENCE_MS, read(), () => new Error("no answer")).then(tell, () => tell(null))
    const stop = lastingStorage.subscribe(ask)
    ask()
    return () => {
      stop()
      forget()
    }
  }, [])
  return use
}
