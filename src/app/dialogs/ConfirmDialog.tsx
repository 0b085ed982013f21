import { type ComponentType, useCallback } from "react"
import { useTranslation } from "react-i18next"
import { isOn, type SettingsState } from "../../domain/features/settings/feature.ts"
import type { State } from "../../domain/product/state.ts"
import type { CommandRequest } from "../client/handle.ts"
import { usePreference } from "../preferences/usePreference.ts"
import { Dialog } from "../ui/Dialog.tsx"
import { Acts } from "./Acts.tsx"
import { AwayNote } from "./AwayNote.tsx"
import type { DialogProps } from "./dialogProps.ts"
import { Refusal } from "./InlineError.tsx"
import { LaterNote } from "./LaterNote.tsx"
import { useDevice } from "./useDevice.ts"
import { useLasting } from "./useLasting.ts"
import { useSubAccount } from "./useSubAccount.ts"
import { useSubmit } from "./useSubmit.ts"

/** A question before one command. */
interface Confirmation {
  /** Its texts are below `dialog`. */
  readonly words: "reboot" | "removeSubAccount" | "disconnect"
  /** What it is about, as a person calls it. */
  readonly useName: (subject: string) => string
  readonly isDanger: boolean
  /** The action expires when it cannot be sent in time. */
  readonly expires: boolean
  readonly Note?: ComponentType<{ readonly subject: string }>
  readonly command: (subject: string, wish: { readonly undo: boolean }) => CommandRequest
}

const wantsUndo = (settings: SettingsState): boolean => isOn(settings, "undoReboot")

/** The act is named on its button, and why it was refused stands above it. */
const confirming =
  ({ words, useName, isDanger, expires, Note, command }: Confirmation) =>
  ({ subject, isOpen, onClose }: DialogProps) => {
    const { t } = useTranslation()
    const name = useName(subject)
    const undo = usePreference(wantsUndo)
    const { submit, isPending, refused } = useSubmit(onClose)
    const act = () => submit(command(subject, { undo }))
    return (
      <Dialog
        isOpen={isOpen}
        onClose={onClose}
        alert
        title={t(`dialog.${words}.title`, { name })}
        actions={
          <Acts onCancel={onClose} variant={isDanger ? "danger-solid" : "primary"} isPending={isPending} onPress={act}>
            {t(`dialog.${words}.submit`)}
          </Acts>
        }
      >
        <p>{t(`dialog.${words}.body`, { name })}</p>
        {Note !== undefined && <Note subject={subject} />}
        <LaterNote expires={expires} />
        <Refusal reason={refused} />
      </Dialog>
    )
  }

const useMainAccountName = (id: string): string =>
  useLasting(useCallback(({ sharing }: State) => sharing.mainAccounts.get(id)?.name ?? null, [id])) ?? ""

/** REBOOT-1 */
export const RebootDialog = confirming({
  words: "reboot",
  useName: (did) => useDevice(did).name,
  isDanger: false,
  expires: true,
  Note: ({ subject }) => <AwayNote of="reboot" since={useDevice(subject).awaySince} />,
  command: (did, { undo }) => ({ type: "RebootDevice", did, undo }),
})

/** SUB-3 */
export const RemoveSubAccountDialog = confirming({
  words: "removeSubAccount",
  useName: (id) => useSubAccount(id)?.name ?? "",
  isDanger: true,
  expires: false,
  command: (accountId) => ({ type: "ChangeSubAccountState", accountId, state: 4 }),
})

/** ACCOUNT-1 */
export const DisconnectDialog = confirming({
  words: "disconnect",
  useName: useMainAccountName,
  isDanger: true,
  expires: false,
  command: (accountId) => ({ type: "DisconnectMainAccount", accountId }),
})
