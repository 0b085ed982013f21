import { useEffect, useMemo, useSyncExternalStore } from "react"
import { useHandle } from "../client/client.ts"
import type { LogSource } from "../client/logSource.ts"
import { OpenedLog } from "./openedLog.ts"

/** Shown in place of the own log until it can be read, and in a replay, which has no own log. */
export const unreadLog = new OpenedLog({
  bounds: async () => ({ first: 1, last: 0 }),
  base: async () => null,
  read: async () => [],
})

/** Opens a log as long as the screen shows it. */
const useReading = (source: LogSource | null): OpenedLog | null => {
  const opened = useMemo(() => (source === null ? null : new OpenedLog(source)), [source])
  useEffect(() => {
    void opened?.open()
    return () => opened?.stop()
  }, [opened])
  return opened
}

/** The log of this browser, which grows while it is shown; null until the engine is ready. */
export const useOwnLog = (): OpenedLog | null => {
  const handle = useHandle()
  const opened = useReading(handle?.log ?? null)
  useEffect(() => handle?.onEvents((events) => opened?.grow(events)), [handle, opened])
  return opened
}

/** A log from a file, which never grows. */
export const useFileLog = useReading

/** Rerenders the caller when more of the log is known. */
export const useLogVersion = (opened: OpenedLog): number => useSyncExternalStore(opened.subscribe, opened.version)
