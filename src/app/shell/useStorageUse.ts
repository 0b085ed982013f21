import { useEffect, useState } from "react"

export interface StorageUse {
  /** Bytes. */
  readonly used: number
  readonly total: number
  /** Whether the browser promised not to remove it by itself. */
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
    read().then(tell, () => tell(null))
    return () => {
      wanted = false
    }
  }, [])
  return use
}
