import { useEffect, useState } from "react"
import { onAnswer } from "../client/lastingStorage.ts"

export interface StorageUse {
  /** Bytes. */
  readonly used: number
  readonly total: number
  /** Whether the browser promised never to remove it unasked. */
  readonly isKept: boolean
}

const read = async (): Promise<StorageUse | null> => {
  if (!("storage" in navigator)) return null
  const { usage, quota } = await navigator.storage.estimate()
  if (usage === undefined || quota === undefined || quota === 0) return null
  return { used: usage, total: quota, isKept: await navigator.storage.persisted() }
}

/** What this page takes of the browser's storage; undefined while asking, null where the browser does not say. */
export const useStorageUse = (): StorageUse | null | undefined => {
  const [use, setUse] = useState<StorageUse | null | undefined>(undefined)
  useEffect(() => {
    let wanted = true
    const tell = (found: StorageUse | null) => {
      if (wanted) setUse(found)
    }
    const look = () => void read().then(tell, () => tell(null))
    look()
    const stop = onAnswer(look)
    return () => {
      wanted = false
      stop()
    }
  }, [])
  return use
}
