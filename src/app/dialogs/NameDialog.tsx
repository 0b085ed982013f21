import { useId, useState } from "react"
import { useTranslation } from "react-i18next"
import { NAME_MAX_BYTES } from "../../domain/values/limits.ts"
import { tidyName, utf8Length } from "../../domain/values/name.ts"
import type { CommandRequest } from "../client/handle.ts"
import { refusedKey } from "../toasts/refused.ts"
import { Button } from "../ui/Button.tsx"
import { Dialog } from "../ui/Dialog.tsx"
import { Form } from "../ui/Form.tsx"
import { TextField } from "../ui/TextField.tsx"
import { LaterNote } from "./LaterNote.tsx"
import { useSubmit } from "./useSubmit.ts"

/** A new name for a device or an account (RENAME-1): empty and unchanged are ignored, too long is said in the field. */
export const NameDialog = ({
  isOpen,
  onClose,
  title,
  name,
  tooLong,
  command,
}: {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly title: string
  /** As it is shown now. */
  readonly name: string
  readonly tooLong: string
  readonly command: (name: string) => CommandRequest
}) => {
  const { t } = useTranslation()
  const form = useId()
  const [typed, setTyped] = useState(name)
  const { submit, isPending, refused, forget } = useSubmit(onClose)
  const error = refused === null ? undefined : refused === "nameTooLong" ? tooLong : t(refusedKey(refused))
  const save = () => {
    const wanted = tidyName(typed)
    if (wanted === "" || wanted === name) onClose()
    else submit(command(wanted))
  }
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button onPress={onClose}>{t("common.action.cancel")}</Button>
          <Button variant="primary" type="submit" form={form} isPending={isPending}>
            {t("dialog.rename.submit")}
          </Button>
        </>
      }
    >
      <Form id={form} className="stack" onSubmit={save}>
        <TextField
          label={t("dialog.rename.label")}
          value={typed}
          onChange={(text) => {
            setTyped(text)
            forget()
          }}
          autoFocus
          selectOnFocus
          autoComplete="off"
          hint={t("dialog.rename.hint", { max: NAME_MAX_BYTES, used: utf8Length(tidyName(typed)) })}
          error={error}
        />
      </Form>
      <LaterNote />
    </Dialog>
  )
}
