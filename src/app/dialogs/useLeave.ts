import { useCallback, useState } from "react"
import { useNavigate } from "react-router-dom"
import { useAsk } from "../toasts/useAsk.ts"

/** Signs out and goes to the sign-in page. `unsent`: whether to keep or discard the actions that were not sent yet. */
export const useLeave = () => {
  const ask = useAsk()
  const navigate = useNavigate()
  const [isLeaving, setLeaving] = useState(false)
  const leave = useCallback(
    (unsent: "keep" | "discard") => {
      setLeaving(true)
      const end = () => setLeaving(false)
      ask({ type: "SignOut", unsent }, () => navigate("/signin"), end)
    },
    [ask, navigate],
  )
  return { leave, isLeaving }
}
