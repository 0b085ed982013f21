import { useState } from "react"
import { useStart } from "../client/client.ts"
import { useAsk } from "../toasts/useAsk.ts"

/** Saves what can be read of the log, begins a new one and starts the page with it; `onFailed` when that is impossible. */
export const useNewLog = (onFailed: () => void): { readonly begin: () => void; readonly isPending: boolean } => {
  const start = useStart()
  const ask = useAsk()
  const [isPending, setPending] = useState(false)
  const done = () => location.reload()
  const failed = () => {
    setPending(false)
    onFailed()
  }
  const begin = () => {
    setPending(true)
    if (start.phase === "failed") {
      if (start.rescue === null) failed()
      else start.rescue.beginAnew(done, failed)
    } else ask({ type: "BeginAnew" }, done, failed)
  }
  return { begin, isPending }
}
