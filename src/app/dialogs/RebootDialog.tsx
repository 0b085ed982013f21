import { useTranslation } from "react-i18next"
import { isOn, type SettingsState } from "../../domain/features/settings/feature.ts"
import { usePreference } from "../preferences/usePreference.ts"
import { refusedKey } from "../toasts/refused.ts"
import { Button } from "../ui/Button.tsx"
import { Dialog } from "../ui/Dialog.tsx"
import { AwayNote } from "./AwayNote.tsx"
import type { DialogProps } from "./dialogProps.ts"
import { InlineError } from "./InlineError.tsx"
import { LaterNote } from "./LaterNote.tsx"
import { useDevice } from "./useDevice.ts"
import { useSubmit } from "./useSubmit.ts"

const wantsUndo = (settings: SettingsState): boolean => isOn(settings, "undoReboot")

/** REBOOT-1 */
export const RebootDialog = ({ subject: did, isOpen, onClose }: DialogProps) => {
  const { t } = useTranslation()
  const { name, awaySince } = useDevice(did)
  const undo = usePreference(wantsUndo)
  const { submit, isPending, refused } = useSubmit(onClose)
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      alert
      title={t("dialog.reboot.title", { name })}
      actions={
        <>
          <Button onPress={onClose}>{t("common.action.cancel")}</Button>
          <Button variant="primary" isPending={isPending} onPress={() => submit({ type: "RebootDevice", did, undo })}>
            {t("dialog.reboot.submit")}
          </Button>
        </>
      }
    >
      <p>{t("dialog.reboot.body")}</p>
      <AwayNote of="reboot" since={awaySince} />
      <LaterNote expires />
      <InlineError text={refused && t(refusedKey(refused))} />
    </Dialog>
  )
}
