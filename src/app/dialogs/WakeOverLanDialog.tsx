import { useTranslation } from "react-i18next"
import type { State } from "../../domain/product/state.ts"
import { lanDeviceAt } from "../../domain/views/lan.ts"
import { useView, useViewOf } from "../client/client.ts"
import { SignInLink } from "../flows/SignInLink.tsx"
import type { DialogProps } from "./dialogProps.ts"
import { useAttempt } from "./useAttempt.ts"
import { WakeForm } from "./WakeForm.tsx"

const isSignedOut = ({ session }: State): boolean => session.current === null

/**
 * WAKE-3 for a LAN device: the native side wakes it at once or not at all. Without a native side a guest is asked to
 * sign in.
 */
export const WakeOverLanDialog = ({ subject: id, isOpen, onClose }: DialogProps) => {
  const { t } = useTranslation()
  const isGuest = useView(isSignedOut) ?? false
  const reach = useViewOf(lanDeviceAt, id)
  const { attempt, ...rest } = useAttempt(onClose)
  return (
    <WakeForm
      isOpen={isOpen}
      onClose={onClose}
      name={reach?.name ?? ""}
      hasBoundMac={reach?.hasBoundMac ?? false}
      attempt={rest}
      onSubmit={(mac) => attempt({ type: "WakeOverLan", id, mac })}
    >
      {isGuest && (rest.refused === "bridgeAway" || rest.refused === "bridgeUnable") && (
        <p>
          <SignInLink className="link">{t("dialog.wake.signIn")}</SignInLink>
        </p>
      )}
    </WakeForm>
  )
}
