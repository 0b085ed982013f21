import { useState } from "react"
import { useTranslation } from "react-i18next"
import { parseEmail } from "../../domain/values/email.ts"
import { parseName } from "../../domain/values/name.ts"
import { Form } from "../ui/Form.tsx"
import { TextField } from "../ui/TextField.tsx"

interface Problems {
  readonly name?: "common.invalid.allRequired" | "common.invalid.nameTooLong"
  readonly email?: "common.invalid.allRequired" | "common.invalid.invalidEmail"
}

/** Both are required; the message stands beside the first that is missing (S 5). */
const problemsOf = (name: string, email: string): Problems => {
  const [parsedName, parsedEmail] = [parseName(name), parseEmail(email)]
  if (!parsedName.ok && parsedName.reason === "nameEmpty") return { name: "common.invalid.allRequired" }
  if (email.trim() === "") return { email: "common.invalid.allRequired" }
  return {
    ...(!parsedName.ok && { name: "common.invalid.nameTooLong" }),
    ...(!parsedEmail.ok && { email: "common.invalid.invalidEmail" }),
  }
}

/** Whom to invite (SUB-2); `onSend` gets both as typed, once they are in order. */
export const InvitationForm = ({
  id,
  onSend,
}: {
  readonly id: string
  readonly onSend: (name: string, email: string) => void
}) => {
  const { t } = useTranslation()
  const [name, setName] = useState("")
  const [email, setEmail] = useState("")
  const [problems, setProblems] = useState<Problems>({})
  const send = () => {
    const found = problemsOf(name, email)
    setProblems(found)
    if (Object.keys(found).length === 0) onSend(name, email)
  }
  return (
    <Form id={id} className="stack" onSubmit={send}>
      <TextField
        label={t("common.field.name")}
        value={name}
        onChange={setName}
        autoComplete="off"
        autoFocus
        error={problems.name && t(problems.name)}
      />
      <TextField
        label={t("common.field.email")}
        value={email}
        onChange={setEmail}
        type="email"
        inputMode="email"
        autoComplete="off"
        ltr
        error={problems.email && t(problems.email)}
      />
    </Form>
  )
}
