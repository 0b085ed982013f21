import { useCallback, useRef, useState } from "react"
import { download } from "../../adapters/browser/download.ts"
import { type FileWish, makeFile } from "./logFile.ts"
import type { OpenedLog } from "./openedLog.ts"

export type Making =
  | { readonly phase: "idle" }
  | { readonly phase: "making"; readonly share: number }
  | { readonly phase: "made"; readonly name: string; readonly size: number }
  | { readonly phase: "failed" }

/** Makes a file of a log in a worker and downloads it. Makes one at a time, and a person can stop it. */
export const useMakeFile = (opened: OpenedLog) => {
  const [making, setMaking] = useState<Making>({ phase: "idle" })
  const running = useRef<AbortController | null>(null)
  const cancel = useCallback(() => {
    running.current?.abort()
    running.current = null
    setMaking({ phase: "idle" })
  }, [])
  const make = useCallback(
    (wish: FileWish) => {
      running.current?.abort()
      const own = new AbortController()
      running.current = own
      const tell = (next: Making) => {
        if (running.current === own) setMaking(next)
      }
      tell({ phase: "making", share: 0 })
      makeFile(opened.source, wish, own.signal, (share) => tell({ phase: "making", share })).then(
        ({ file, name }) => {
          if (running.current !== own) return
          download(file, name)
          tell({ phase: "made", name, size: file.size })
        },
        () => tell({ phase: "failed" }),
      )
    },
    [opened],
  )
  return { making, make, cancel }
}
