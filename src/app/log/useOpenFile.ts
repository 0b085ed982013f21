import { useCallback, useRef, useState } from "react"
import { type FileLog, fileEvents, type ReadFile, readLogFile } from "../../adapters/workers/logFiles.ts"
import type { LogSource } from "../client/logSource.ts"

export type { FileLog } from "../../adapters/workers/logFiles.ts"

export interface OpenedFile {
  readonly name: string
  readonly source: LogSource
}

type Broken = Extract<ReadFile, { ok: false }>

export type FileOpening =
  | { readonly phase: "none" }
  | { readonly phase: "reading"; readonly name: string; readonly share: number }
  | { readonly phase: "broken"; readonly name: string; readonly found: Broken }
  | { readonly phase: "failed"; readonly name: string }

const sourceOf = (log: FileLog): LogSource => ({
  bounds: async () => ({ first: log.first, last: log.last }),
  read: (from, to) => fileEvents(log, from, to),
  base: async () => (log.base === null ? null : { ...log.base, version: log.stateVersion }),
})

/**
 * Reads a log file in a worker and opens it beside the own log, which goes on. Opens all of the file or nothing, unless
 * the person asks for the intact part of a broken one. Stores nothing of it.
 */
export const useOpenFile = () => {
  const [opening, setOpening] = useState<FileOpening>({ phase: "none" })
  const [file, setFile] = useState<OpenedFile | null>(null)
  const running = useRef<AbortController | null>(null)
  const show = useCallback((name: string, log: FileLog) => {
    setOpening({ phase: "none" })
    setFile({ name, source: sourceOf(log) })
  }, [])
  const dismiss = useCallback(() => {
    running.current?.abort()
    running.current = null
    setOpening({ phase: "none" })
  }, [])
  const open = useCallback(
    (chosen: File) => {
      running.current?.abort()
      const own = new AbortController()
      running.current = own
      const { name } = chosen
      const isCurrent = () => running.current === own
      setOpening({ phase: "reading", name, share: 0 })
      const report = (share: number) => {
        if (isCurrent()) setOpening({ phase: "reading", name, share })
      }
      readLogFile(chosen, report, own.signal).then(
        (read) => {
          if (!isCurrent()) return
          running.current = null
          if (read.ok) show(name, read.log)
          else setOpening({ phase: "broken", name, found: read })
        },
        () => {
          if (isCurrent()) setOpening({ phase: "failed", name })
        },
      )
    },
    [show],
  )
  const close = useCallback(() => setFile(null), [])
  return { opening, file, open, show, dismiss, close }
}
