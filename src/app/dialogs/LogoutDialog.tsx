import { useEffect } from "react"
import { useTranslation } from "react-i18next"
import { unsentCount } from "../../domain/views/outbox.ts"
import { useView } from "../client/client.ts"
import { Button } from "../ui/Button.tsx"
import { Dialog } from "../ui/Dialog.tsx"
import { closeToasts } from "../ui/toasts.ts"
import type { DialogProps } from "./dialogProps.ts"
import { useLeave } from "./useLeave.ts"

/** Logs out, and asks whether to keep the actions that were not sent yet (LAYOUT-3). */
export const LogoutDialog = ({ isOpen, onClose }: DialogProps) => {
  const { t } = useTranslation()
  const count = useView(unsentCount) ?? 0
  const { leave, isLeaving } = useLeave()
  // Toasts about these actions say the same, and on phones they would cover the title.
  useEffect(() => {
    if (isOpen) closeToasts(() => true)
  }, [isOpen])
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      alert
      title={t("layout.logout.title")}
      actions={
        <>
          <Button onPress={onClose}>{t("common.action.cancel")}</Button>
          <Button variant="danger" isDisabled={isLeaving} onPress={() => leave("discard")}>
            {t("layout.logout.discard")}
          </Button>
          <Button variant="primary" isPending={isLeaving} onPress={() => leave("keep")}>
            {t("layout.logout.keep")}
          </Button>
        </>
      }
    >
      <p>{t("layout.logout.body", { count })}</p>
    </Dialog>
  )
}
