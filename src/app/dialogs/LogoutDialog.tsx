import { useTranslation } from "react-i18next"
import { Button } from "../ui/Button.tsx"
import { Dialog } from "../ui/Dialog.tsx"

/** What becomes of actions that were not sent yet (LAYOUT-3). */
export const LogoutDialog = ({
  isOpen,
  count,
  onClose,
  onLeave,
}: {
  readonly isOpen: boolean
  readonly count: number
  readonly onClose: () => void
  readonly onLeave: (unsent: "keep" | "discard") => void
}) => {
  const { t } = useTranslation()
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      alert
      title={t("layout.logout.title")}
      actions={
        <>
          <Button onPress={onClose}>{t("common.action.cancel")}</Button>
          <Button variant="danger" onPress={() => onLeave("discard")}>
            {t("layout.logout.discard")}
          </Button>
          <Button variant="primary" onPress={() => onLeave("keep")}>
            {t("layout.logout.keep")}
          </Button>
        </>
      }
    >
      <p>{t("layout.logout.body", { count })}</p>
    </Dialog>
  )
}
