import { useId, useState } from "react"
import { useTranslation } from "react-i18next"
import type { State } from "../../domain/product/state.ts"
import { NAME_MAX_BYTES } from "../../domain/values/limits.ts"
import { isSameName, tidyName, utf8Length } from "../../domain/values/name.ts"
import { ownAccount } from "../../domain/views/account.ts"
import { useView } from "../client/client.ts"
import type { CommandRequest } from "../client/handle.ts"
import { Dialog } from "../ui/Dialog.tsx"
import { Form } from "../ui/Form.tsx"
import { TextField } from "../ui/TextField.tsx"
import { Acts } from "./Acts.tsx"
import type { DialogProps } from "./dialogProps.ts"
import { LaterNote } from "./LaterNote.tsx"
import { useAttempt } from "./useAttempt.ts"
import { useDevice } from "./useDevice.ts"
import { useSubAccount } from "./useSubAccount.ts"

const ownName = (state: State) => ownAccount(state)?.name ?? ""

/** The parts of a dialog that changes a name. */
interface Naming {
  readonly title: "dialog.rename.title" | "dialog.renameAccount.title"
  readonly tooLong: "common.invalid.nameTooLong" | "common.invalid.deviceNameTooLong"
  /** The present name. */
  readonly useName: (subject: string) => string
  readonly command: (name: string, subject: string) => CommandRequest
}

/** RENAME-1: an empty or unchanged name is ignored. A name that is too long has a message in the field. */
const naming =
  ({ title, tooLong, useName, command }: Naming) =>
  ({ subject, isOpen, onClose }: DialogProps) => {
    const { t } = useTranslation()
    const form = useId()
    const now = useName(subject)
    // The name at the opening: while the dialog closes, its subject has the new name already.
    const [name] = useState(now)
    const [typed, setTyped] = useState(name)
    const { attempt, isPending, refused, why, forget } = useAttempt(onClose)
    const error = refused === "nameTooLong" ? t(tooLong) : (why ?? undefined)
    const save = () => {
      const wanted = tidyName(typed)
      if (wanted === "" || isSameName(wanted, now)) onClose()
      else attempt(command(wanted, subject))
    }
    return (
      <Dialog
        isOpen={isOpen}
        onClose={onClose}
        title={t(title, { name })}
        actions={
          <Acts onCancel={onClose} form={form} isPending={isPending}>
            {t("common.action.save")}
          </Acts>
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

export const RenameDialog = naming({
  title: "dialog.rename.title",
  tooLong: "common.invalid.deviceNameTooLong",
  useName: (did) => useDevice(did).name,
  command: (name, did) => ({ type: "RenameDevice", did, name }),
})

/** ACCOUNT-2 */
export const RenameAccountDialog = naming({
  title: "dialog.renameAccount.title",
  tooLong: "common.invalid.nameTooLong",
  useName: () => useView(ownName) ?? "",
  command: (name) => ({ type: "RenameAccount", name }),
})

/** SUB-4 */
export const RenameSubAccountDialog = naming({
  title: "dialog.rename.title",
  tooLong: "common.invalid.nameTooLong",
  useName: (id) => useSubAccount(id)?.name ?? "",
  command: (name, accountId) => ({ type: "RenameSubAccount", accountId, name }),
})
