import { useRef, useState } from "react"
import { useCheck, useSend } from "../client/client.ts"
import type { CommandRequest, Refused } from "../client/handle.ts"

/**
 * Sends the command of a dialog: it closes once the command is recorded, and keeps the reason when it is refused. While
 * one is on its way another is ignored, however fast it was asked for: some calls are made at most once (invariant 5).
 * `onDone` gets the command and the moment before it was sent, ms.
 */
export const useSubmit = <Asked extends CommandRequest = CommandRequest>(
  onDone: (command: Asked, since: number) => void,
) => {
  const send = useSend()
  const check = useCheck()
  const isBusy = useRef(false)
  const [isPending, setPending] = useState(false)
  const [refused, setRefused] = useState<Refused | null>(null)
  const settle = (reason: Refused | null) => {
    isBusy.current = false
    setPending(false)
    setRefused(reason)
  }
  const submit = (command: Asked) => {
    if (isBusy.current) return
    const reason = check(command)
    if (reason !== null) return setRefused(reason)
    isBusy.current = true
    setRefused(null)
    setPending(true)
    const since = Date.now()
    send(command, settle, () => {
      settle(null)
      onDone(command, since)
    })
  }
  return { submit, isPending, refused, forget: () => setRefused(null) }
}
