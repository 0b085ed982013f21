import { useRef, useState } from "react"
import type { Answer } from "../../domain/client/requests.ts"
import { useSend } from "../client/client.ts"
import type { Refused, Request } from "../client/handle.ts"

/**
 * Asks for something and keeps the reason when it is refused, the first of several. While that is under way nothing else is
 * asked, however fast it was wanted: some calls are made at most once (invariant 5). `onDone` is called when nothing was
 * refused; it gets the ids of the actions that were queued. `onSettled` is called before it, and also when something was.
 */
export const useAttempt = (onDone: (answer: Answer) => void, onSettled: () => void = () => {}) => {
  const send = useSend()
  const isBusy = useRef(false)
  const [isPending, setPending] = useState(false)
  const [refused, setRefused] = useState<Refused | null>(null)
  const attempt = (requests: readonly Request[], hindrance: Refused | null = null) => {
    if (isBusy.current) return
    setRefused(hindrance)
    if (hindrance !== null) return
    if (requests.length === 0) return onDone({ actions: [] })
    isBusy.current = true
    setPending(true)
    const actions: string[] = []
    let open = requests.length
    let reason: Refused | null = null
    const settle = () => {
      open -= 1
      if (open > 0) return
      isBusy.current = false
      setPending(false)
      setRefused(reason)
      onSettled()
      if (reason === null) onDone({ actions })
    }
    const refuse = (why: Refused) => {
      reason ??= why
      settle()
    }
    const keep = (answer: Answer) => {
      actions.push(...answer.actions)
      settle()
    }
    for (const request of requests) send(request, refuse, keep)
  }
  return { attempt, isPending, refused, forget: () => setRefused(null) }
}
