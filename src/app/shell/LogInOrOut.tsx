import { useTranslation } from "react-i18next"
import type { State } from "../../domain/product/state.ts"
import { useIsFolding, useView } from "../client/client.ts"
import { useLogOut } from "../dialogs/useLogOut.ts"
import { SignInLink } from "../flows/SignInLink.tsx"
import { isSavedUser, readLocal } from "../preferences/localStorage.ts"
import { useExpectsUser } from "../preferences/useExpectsUser.ts"
import { Button } from "../ui/Button.tsx"
import { Icon } from "../ui/Icon.tsx"
import { LogInIcon, LogOutIcon } from "../ui/icons.ts"
import { useForgetUser } from "./useForgetUser.ts"

const isSignedIn = ({ session }: State) => session.current !== null

export const LogInOrOut = () => {
  const { t } = useTranslation()
  const signedIn = useView(isSignedIn)
  const { forget, hasUser } = useForgetUser()
  const { logOut, isLeaving } = useLogOut()
  const isFolding = useIsFolding()
  const isExpected = useExpectsUser(signedIn)
  // Who is signed in is in the log that is being read, or comes into it from the saved user.
  if (isFolding && isSavedUser(readLocal("user"))) return null
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
