import { useRef, useState } from "react"
import { useCheck, useSend } from "../client/client.ts"
import type { CommandRequest, Refused } from "../client/handle.ts"

/**
 * Sends several commands of a dialog: it closes once all are recorded, and keeps the first reason that came back. While
 * they are on their way others are ignored.
 */
export const useSubmitAll = (onDone: () => void) => {
  const send = useSend()
  const check = useCheck()
  const isBusy = useRef(false)
  const [isPending, setPending] = useState(false)
  const [refused, setRefused] = useState<Refused | null>(null)
  const submit = (commands: readonly CommandRequest[]) => {
    if (isBusy.current) return
    const reason = commands.map(check).find((found) => found !== null) ?? null
    setRefused(reason)
    if (reason !== null) return
    if (commands.length === 0) return onDone()
    isBusy.current = true
    setPending(true)
    let open = commands.length
    let failed = false
    const settle = (why?: Refused) => {
      open -= 1
      if (why !== undefined) {
        failed = true
        setRefused(why)
      }
      if (open > 0) return
      isBusy.current = false
      setPending(false)
      if (!failed) onDone()
    }
    for (const command of commands) send(command, settle, () => settle())
  }
  return { submit, isPending, refused }
}
