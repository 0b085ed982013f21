import { useState } from "react"
import { useTranslation } from "react-i18next"
import { useSend } from "../client/client.ts"
import { changeLanguage } from "../i18n/i18n.ts"
import { adoptTheme } from "../preferences/theme.ts"
import { useToast } from "../toasts/useToast.ts"
import { Button } from "../ui/Button.tsx"
import { Dialog } from "../ui/Dialog.tsx"
import type { DialogProps } from "./dialogProps.ts"

/** SETTINGS-2: clears the stored settings of this browser but not the sign-in. The screen follows at once. */
export const ResetSettingsDialog = ({ isOpen, onClose }: DialogProps) => {
  const { t } = useTranslation()
  const send = useSend()
  const toast = useToast()
  const [isPending, setPending] = useState(false)
  const failed = () => {
    setPending(false)
    toast({ kind: "error", message: "common.error.resetSettingsFailed" })
  }
  const done = () => {
    setPending(false)
    onClose()
    adoptTheme("dark")
    /* If the texts cannot be loaded, the language stays as it is. */
    changeLanguage("en")
      .catch(() => undefined)
      .then(() => toast({ kind: "success", message: "common.success.settingsReset" }))
  }
  const reset = () => {
    setPending(true)
    send({ type: "ResetSettings" }, failed, done)
  }
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      alert
      canClose={!isPending}
      title={t("dialog.resetSettings.title")}
      actions={
        <>
          <Button onPress={onClose} isDisabled={isPending}>
            {t("common.action.cancel")}
          </Button>
          <Button variant="danger-solid" isPending={isPending} onPress={reset}>
            {t("dialog.resetSettings.submit")}
          </Button>
        </>
      }
    >
      <p>{t("dialog.resetSettings.body")}</p>
      <p className="vh" role="status">
        {isPending && t("common.state.loading")}
      </p>
    </Dialog>
  )
}
