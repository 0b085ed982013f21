import { useState } from "react"
import { useTranslation } from "react-i18next"
import { parseEmail } from "../../domain/values/email.ts"
import { parseName } from "../../domain/values/name.ts"
import { typedValue } from "../../domain/values/typedValue.ts"
import { EmailField } from "../ui/EmailField.tsx"
import { Form } from "../ui/Form.tsx"
import { TextField } from "../ui/TextField.tsx"

interface Problems {
  readonly name?: "common.invalid.allRequired" | "common.invalid.nameTooLong"
  readonly email?: "common.invalid.allRequired" | "common.invalid.invalidEmail"
}

export interface Invited {
  readonly name: string
  readonly email: string
}

/** Both fields are required. The message is beside the first one that is empty (SUB-2). */
const problemsOf = ({ name, email }: Invited): Problems => {
  const [parsedName, parsedEmail] = [parseName(name), parseEmail(email)]
  if (!parsedName.ok && parsedName.reason === "nameEmpty") return { name: "common.invalid.allRequired" }
  if (typedValue(email) === "") return { email: "common.invalid.allRequired" }
  return {
    ...(!parsedName.ok && { name: "common.invalid.nameTooLong" }),
    ...(!parsedEmail.ok && { email: "common.invalid.invalidEmail" }),
  }
}

/** Whom to invite (SUB-2). `onSend` gets both fields as typed, once they are valid. */
export const InvitationForm = ({
  id,
  typed,
  refused,
  onType,
  onSend,
}: {
  readonly id: string
  readonly typed: Invited
  /** The reason why the address was refused, here or by the server. */
  readonly refused: string | undefined
  readonly onType: (typed: Invited) => void
  readonly onSend: (invited: Invited) => void
}) => {
  const { t } = useTranslation()
  const [problems, setProblems] = useState<Problems>({})
  const send = () => {
    const found = problemsOf(typed)
    setProblems(found)
    if (Object.keys(found).length === 0) onSend(typed)
  }
  return (
    <Form id={id} className="stack" onSubmit={send} answer={refused ?? null}>
      <TextField
        label={t("common.field.name")}
        value={typed.name}
        onChange={(name) => onType({ ...typed, name })}
        autoComplete="off"
        autoFocus={refused === undefined}
        error={problems.name && t(problems.name)}
      />
      <EmailField
        label={t("common.field.email")}
        value={typed.email}
        onChange={(email) => onType({ ...typed, email })}
        autoComplete="off"
        error={problems.email ? t(problems.email) : refused}
      />
    </Form>
  )
}
