import { useNavigate } from "react-router-dom"
import { useEngineStatus, useStart } from "../client/client.ts"
import { isSavedUser, readLocal } from "../preferences/localStorage.ts"
import { useAsk } from "../toasts/useAsk.ts"

/**
 * Logging out while the log is of no use and so does not know who is signed in: the token in this browser goes all the
 * same (SEC-4).
 */
export const useForgetUser = (): { readonly forget: () => void; readonly hasUser: boolean } => {
  const start = useStart()
  const { storage, outdated } = useEngineStatus()
  const ask = useAsk()
  const navigate = useNavigate()
  const isUseless = outdated || storage !== "ok"
  const leave = () => navigate("/signin")
  const forget = () => {
    if (start.phase === "failed") start.rescue?.signOut(leave)
    else ask({ type: "SignOut", unsent: "keep" }, leave)
  }
  return { forget, hasUser: isUseless && isSavedUser(readLocal("user")) }
}
