import type { ReactNode } from "react"
import { useTranslation } from "react-i18next"
import type { CommandRequest } from "../client/handle.ts"
import { refusedKey } from "../toasts/refused.ts"
import { Button } from "../ui/Button.tsx"
import { Dialog } from "../ui/Dialog.tsx"
import { InlineError } from "./InlineError.tsx"
import { LaterNote } from "./LaterNote.tsx"
import { useSubmit } from "./useSubmit.ts"

/** Asks before one command; the act is named on its button, and why it was refused stands above it. */
export const ConfirmDialog = ({
  isOpen,
  onClose,
  title,
  children,
  act,
  isDanger = false,
  command,
}: {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly title: string
  readonly children: ReactNode
  readonly act: string
  readonly isDanger?: boolean
  readonly command: CommandRequest
}) => {
  const { t } = useTranslation()
  const { submit, isPending, refused } = useSubmit(onClose)
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      alert
      title={title}
      actions={
        <>
          <Button onPress={onClose}>{t("common.action.cancel")}</Button>
          <Button variant={isDanger ? "danger-solid" : "primary"} isPending={isPending} onPress={() => submit(command)}>
            {act}
          </Button>
        </>
      }
    >
      {children}
      <LaterNote />
      <InlineError text={refused && t(refusedKey(refused))} />
    </Dialog>
  )
}
