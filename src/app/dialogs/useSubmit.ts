import { useState } from "react"
import { useCheck, useSend } from "../client/client.ts"
import type { CommandRequest, Refused } from "../client/handle.ts"

/** Sends the command of a dialog: it closes once the command is recorded, and keeps the reason when it is refused. */
export const useSubmit = (onDone: () => void) => {
  const send = useSend()
  const check = useCheck()
  const [isPending, setPending] = useState(false)
  const [refused, setRefused] = useState<Refused | null>(null)
  const refuse = (reason: Refused | null) => {
    setPending(false)
    setRefused(reason)
  }
  const submit = (command: CommandRequest) => {
    const reason = check(command)
    if (reason !== null) return refuse(reason)
    setRefused(null)
    setPending(true)
    send(command, refuse, () => {
      setPending(false)
      onDone()
    })
  }
  return { submit, isPending, refused, forget: () => setRefused(null) }
}
