import { useRef, useState } from "react"
import type { Answer } from "../../domain/client/requests.ts"
import { useCheck, useSend } from "../client/client.ts"
import type { CommandRequest, Refused } from "../client/handle.ts"

/**
 * Sends the command of a dialog: it closes once the command is recorded, and keeps the reason when it is refused. While
 * one is on its way another is ignored, however fast it was asked for: some calls are made at most once (invariant 5).
 * `onDone` gets the ids of the actions that the command queued.
 */
export const useSubmit = (onDone: (answer: Answer) => void) => {
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
  const submit = (command: CommandRequest) => {
    if (isBusy.current) return
    const reason = check(command)
    if (reason !== null) return setRefused(reason)
    isBusy.current = true
    setRefused(null)
    setPending(true)
    send(command, settle, (answer) => {
      settle(null)
      onDone(answer)
    })
  }
  return { submit, isPending, refused, forget: () => setRefused(null) }
}
