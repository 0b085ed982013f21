import { useRef, useState } from "react"
import { useTranslation } from "react-i18next"
import type { Answer } from "../../domain/client/requests.ts"
import { useSend } from "../client/client.ts"
import type { AppRequest, Refused } from "../client/handle.ts"
import { refusedKey } from "../toasts/refused.ts"

/**
 * Asks for something and keeps the reason when it is refused. While that is under way nothing else is asked, however fast it
 * was wanted: some calls are made at most once (invariant 5). `onDone` is called when it was not refused; it gets the ids
 * of the actions that were queued. `onSettled` is called before it, and also when it was.
 */
export const useAttempt = (onDone: (answer: Answer) => void, onSettled: () => void = () => {}) => {
  const { t } = useTranslation()
  const send = useSend()
  const isBusy = useRef(false)
  const [isPending, setPending] = useState(false)
  const [refused, setRefused] = useState<Refused | null>(null)
  const attempt = (request: AppRequest) => {
    if (isBusy.current) return
    isBusy.current = true
    setPending(true)
    setRefused(null)
    const settle = (reason: Refused | null) => {
      isBusy.current = false
      setPending(false)
      setRefused(reason)
      onSettled()
    }
    send(request, settle, (answer) => {
      settle(null)
      onDone(answer)
    })
  }
  return {
    attempt,
    isPending,
    /** The same at this moment, also before the page shows it. */
    isBusy: () => isBusy.current,
    refused,
    /** The reason in words. */
    why: refused && t(refusedKey(refused)),
    forget: () => setRefused(null),
  }
}
