import { useRef, useState } from "react"
import { useTranslation } from "react-i18next"
import type { Answer } from "../../domain/client/requests.ts"
import { useSend } from "../client/client.ts"
import type { AppRequest, Refused } from "../client/handle.ts"
import { refusedKey } from "../toasts/refused.ts"

/**
 * Sends a request and keeps the reason of a refusal. While a request is under way it sends no other, however fast a
 * person presses: some calls are made at most once (invariant 5). `onSettled` is called at the end, before `onDone`.
 * `onDone` is called unless the request was refused; it gets the ids of the queued actions.
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
    /** The present value, also before the page shows it. */
    isBusy: () => isBusy.current,
    refused,
    /** The reason in words. */
    why: refused && t(refusedKey(refused)),
    forget: () => setRefused(null),
  }
}
