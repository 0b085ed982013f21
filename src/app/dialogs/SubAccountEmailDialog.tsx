import { useId, useState } from "react"
import { useTranslation } from "react-i18next"
import { refusedKey } from "../toasts/refused.ts"
import { Dialog } from "../ui/Dialog.tsx"
import { Form } from "../ui/Form.tsx"
import { TextField } from "../ui/TextField.tsx"
import { Acts } from "./Acts.tsx"
import type { DialogProps } from "./dialogProps.ts"
import { LaterNote } from "./LaterNote.tsx"
import { useSubAccount } from "./useSubAccount.ts"
import { useSubmit } from "./useSubmit.ts"

/** SUB-4 */
export const SubAccountEmailDialog = ({ subject, isOpen, onClose }: DialogProps) => {
  const { t } = useTranslation()
  const form = useId()
  const row = useSubAccount(subject)
  const [typed, setTyped] = useState(row?.email ?? "")
  const { submit, isPending, refused, forget } = useSubmit(onClose)
  const save = () =>
    typed.trim() === row?.email ? onClose() : submit({ type: "EditSubAccountEmail", accountId: subject, email: typed })
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
        <TextField
          label={t("common.field.email")}
          value={typed}
          onChange={(text) => {
            setTyped(text)
            forget()
          }}
          type="email"
          inputMode="email"
          autoComplete="off"
          ltr
          autoFocus
          selectOnFocus
          error={refused === null ? undefined : t(refusedKey(refused))}
        />
      </Form>
      <LaterNote />
    </Dialog>
  )
}
