import type { ComponentType } from "react"
import { useTranslation } from "react-i18next"
import type { State } from "../../domain/product/state.ts"
import type { CommandRequest } from "../client/handle.ts"
import { useIsOn } from "../preferences/usePreference.ts"
import { Dialog } from "../ui/Dialog.tsx"
import { InlineError } from "../ui/InlineError.tsx"
import { Acts } from "./Acts.tsx"
import { AwayNote } from "./AwayNote.tsx"
import type { DialogProps } from "./dialogProps.ts"
import { LaterNote } from "./LaterNote.tsx"
import { useAttempt } from "./useAttempt.ts"
import { useDevice } from "./useDevice.ts"
import { useLasting } from "./useLasting.ts"
import { useSubAccount } from "./useSubAccount.ts"

/** A question before one command. */
interface Confirmation {
  /** Its texts are below `dialog` in the locales. */
  readonly words: "reboot" | "removeSubAccount" | "disconnect"
  /** The name of the subject, as a person calls it. */
  readonly useName: (subject: string) => string
  readonly isDanger: boolean
  /** The action expires when it cannot be sent in time. */
  readonly expires: boolean
  readonly Note?: ComponentType<{ readonly subject: string }>
  readonly command: (subject: string, wish: { readonly undo: boolean }) => CommandRequest
}

/** A dialog whose button names the act. The reason of a refusal is above the button. */
const confirming =
  ({ words, useName, isDanger, expires, Note, command }: Confirmation) =>
  ({ subject, isOpen, onClose }: DialogProps) => {
    const { t } = useTranslation()
    const name = useName(subject)
    const undo = useIsOn("undoReboot")
    const { attempt, isPending, why } = useAttempt(onClose)
    const act = () => attempt(command(subject, { undo }))
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
        <InlineError text={why} />
      </Dialog>
    )
  }

const mainAccountName = ({ sharing }: State, id: string): string | null => sharing.mainAccounts.get(id)?.name ?? null

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
  useName: (id) => useLasting(mainAccountName, id) ?? "",
  isDanger: true,
  expires: false,
  command: (accountId) => ({ type: "DisconnectMainAccount", accountId }),
})
