import { useCallback, useRef } from "react"
import { useTranslation } from "react-i18next"
import type { State } from "../../domain/product/state.ts"
import { useView } from "../client/client.ts"
import { ConfirmDialog } from "./ConfirmDialog.tsx"
import type { DialogProps } from "./dialogProps.ts"

/** ACCOUNT-1 */
export const DisconnectDialog = ({ subject, isOpen, onClose }: DialogProps) => {
  const { t } = useTranslation()
  const last = useRef("")
  const known = useView(useCallback(({ sharing }: State) => sharing.mainAccounts.get(subject)?.name ?? null, [subject]))
  if (known !== undefined && known !== null) last.current = known
  const name = last.current
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t("dialog.disconnect.title", { name })}
      act={t("dialog.disconnect.submit")}
      isDanger
      command={{ type: "DisconnectMainAccount", accountId: subject }}
    >
      <p>{t("dialog.disconnect.body", { name })}</p>
    </ConfirmDialog>
  )
}
