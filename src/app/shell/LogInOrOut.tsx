import { useTranslation } from "react-i18next"
import { useNavigate } from "react-router-dom"
import type { State } from "../../domain/product/state.ts"
import { useEngineStatus, useStart, useView } from "../client/client.ts"
import { useLogOut } from "../dialogs/useLogOut.ts"
import { SignInLink } from "../flows/SignInLink.tsx"
import { isSavedUser, readLocal } from "../preferences/localStorage.ts"
import { useExpectsUser } from "../preferences/useExpectsUser.ts"
import { useAsk } from "../toasts/useAsk.ts"
import { Button } from "../ui/Button.tsx"
import { Icon } from "../ui/Icon.tsx"
import { LogInIcon, LogOutIcon } from "../ui/icons.ts"

/**
 * Logs out while the log is unusable and does not know the account. This erases the token in the browser all the same
 * (SEC-4).
 */
const useForgetUser = (): { readonly forget: () => void; readonly hasUser: boolean } => {
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

const isSignedIn = ({ session }: State) => session.current !== null

export const LogInOrOut = () => {
  const { t } = useTranslation()
  const signedIn = useView(isSignedIn)
  const { forget, hasUser } = useForgetUser()
  const { logOut, isLeaving } = useLogOut()
  const isLoading = useStart().phase === "loading"
  const isExpected = useExpectsUser(signedIn)
  // The name of the account comes from the log that is being read, or from the saved user.
  if (isLoading && isSavedUser(readLocal("user"))) return null
  if (signedIn === false && isExpected && !hasUser) return null
  if (signedIn !== true && !hasUser)
    return (
      <SignInLink className="btn plain" title={t("layout.logIn")}>
        <Icon of={LogInIcon} small flip />
        <span className="lab">{t("layout.logIn")}</span>
      </SignInLink>
    )
  return (
    <Button
      variant="plain"
      icon={LogOutIcon}
      flipIcon
      title={t("layout.logOut")}
      isPending={isLeaving}
      onPress={signedIn === true ? logOut : forget}
    >
      <span className="lab">{t("layout.logOut")}</span>
    </Button>
  )
}
