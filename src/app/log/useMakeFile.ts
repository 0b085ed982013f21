import { useCallback, useRef, useState } from "react"
import { download } from "../../adapters/browser/logExport.ts"
import { makeLogFile } from "../../adapters/workers/logFiles.ts"
import { READ_EVENTS } from "../client/logSource.ts"
import type { OpenedLog } from "./openedLog.ts"

export interface FileWish {
  /** The first event of the file. */
  readonly from: number
  readonly personal: boolean
  readonly gzip: boolean
  /** Without its ending. */
  readonly name: string
}

export type Making =
  | { readonly phase: "idle" }
  | { readonly phase: "making"; readonly share: number }
  | { readonly phase: "made"; readonly name: string; readonly size: number }
  | { readonly phase: "failed" }

/** Makes a file of a log in a worker and hands it to the person; one at a time, and it can be stopped. */
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
      madeOf(opened, wish, own.signal, (share) => tell({ phase: "making", share })).then(
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

const madeOf = async (
  { source }: OpenedLog,
  { from, personal, gzip, name }: FileWish,
  signal: AbortSignal,
  told: (share: number) => void,
) => {
  const [{ first, last }, base] = await Promise.all([source.bounds(), source.base()])
  const chunks = async function* () {
    for (let at = first; at <= last && !signal.aborted; at += READ_EVENTS) {
      yield await source.read(at, Math.min(last, at + READ_EVENTS - 1))
      told((at - first) / Math.max(1, last - first + 1))
    }
  }
  const order = {
    base: first > 1 ? { seq: first - 1, state: base?.state ?? null } : null,
    from,
    app: import.meta.env.VITE_APP_VERSION,
    exportedAt: Date.now(),
    personal,
    gzip,
  }
  const file = await makeLogFile(order, chunks, signal)
  return { file, name: `${name}.ndjson${gzip ? ".gz" : ""}` }
}
