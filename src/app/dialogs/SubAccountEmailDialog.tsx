import { useId, useState } from "react"
import { useTranslation } from "react-i18next"
import { typedEmail } from "../../domain/values/email.ts"
import { Dialog } from "../ui/Dialog.tsx"
import { EmailField } from "../ui/EmailField.tsx"
import { Form } from "../ui/Form.tsx"
import { Acts } from "./Acts.tsx"
import type { DialogProps } from "./dialogProps.ts"
import { LaterNote } from "./LaterNote.tsx"
import { useAttempt } from "./useAttempt.ts"
import { useSubAccount } from "./useSubAccount.ts"

/** SUB-4 */
export const SubAccountEmailDialog = ({ subject, isOpen, onClose }: DialogProps) => {
  const { t } = useTranslation()
  const form = useId()
  const row = useSubAccount(subject)
  const [typed, setTyped] = useState(row?.email ?? "")
  const { attempt, isPending, refused, why, forget } = useAttempt(onClose)
  const save = () =>
    typedEmail(typed) === typedEmail(row?.email ?? "")
      ? onClose()
      : attempt({ type: "EditSubAccountEmail", accountId: subject, email: typed })
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t("dialog.subAccountEmail.title", { name: row?.name ?? "" })}
      actions={
        <Acts onCancel={onClose} form={form} isPending={isPending}>
          {t("common.action.save")}
        </Acts>
      }
    >
      <Form id={form} className="stack" onSubmit={save} answer={refused}>
        <EmailField
          label={t("common.field.email")}
          value={typed}
          onChange={(text) => {
            setTyped(text)
            forget()
          }}
          autoComplete="off"
          autoFocus
          selectOnFocus
          error={why ?? undefined}
        />
      </Form>
      <LaterNote />
    </Dialog>
  )
}
