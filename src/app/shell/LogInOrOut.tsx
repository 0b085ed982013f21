import { useState } from "react"
import { useTranslation } from "react-i18next"
import { Link, useNavigate } from "react-router-dom"
import type { State } from "../../domain/model/state.ts"
import { unsentCount } from "../../domain/views/outbox.ts"
import { useView } from "../client/client.ts"
import { Later, laterPart, useAhead } from "../dialogs/later.tsx"
import { useRecordedDialog } from "../dialogs/useRecordedDialog.ts"
import { useAsk } from "../toasts/useAsk.ts"
import { Button } from "../ui/Button.tsx"
import { Icon } from "../ui/Icon.tsx"
import { LogInIcon, LogOutIcon } from "../ui/icons.ts"

const logoutDialog = laterPart(() => import("../dialogs/LogoutDialog.tsx").then((m) => m.LogoutDialog))

const isSignedIn = ({ session }: State) => session.current !== null

/** Logging out asks first when actions were not sent yet (LAYOUT-3). */
export const LogInOrOut = () => {
  const { t } = useTranslation()
  useAhead(logoutDialog.fetch)
  const ask = useAsk()
  const navigate = useNavigate()
  const signedIn = useView(isSignedIn)
  const unsent = useView(unsentCount) ?? 0
  const dialog = useRecordedDialog("logout", null)
  const [isLeaving, setLeaving] = useState(false)

  const leave = (unsentActions: "keep" | "discard") => {
    setLeaving(true)
    const end = () => setLeaving(false)
    ask({ type: "SignOut", unsent: unsentActions }, () => navigate("/signin"), end)
  }

  if (signedIn !== true)
    return (
      <Link className="btn plain" to="/signin" title={t("layout.logIn")}>
        <Icon of={LogInIcon} small flip />
        <span className="lab">{t("layout.logIn")}</span>
      </Link>
    )
  return (
    <>
      <Button
        variant="plain"
        icon={LogOutIcon}
        flipIcon
        title={t("layout.logOut")}
        isPending={isLeaving}
        onPress={() => (unsent > 0 ? dialog.open() : leave("keep"))}
      >
        <span className="lab">{t("layout.logOut")}</span>
      </Button>
      {dialog.wasOpened && (
        <Later
          of={logoutDialog}
          with={{
            isOpen: dialog.isOpen,
            count: unsent,
            onClose: dialog.close,
            onLeave: (unsentActions) => {
              dialog.close()
              leave(unsentActions)
            },
          }}
        />
      )}
    </>
  )
}
