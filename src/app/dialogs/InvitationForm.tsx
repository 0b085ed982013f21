import { useCallback, useState } from "react"
import { useTranslation } from "react-i18next"
import type { State } from "../../domain/model/state.ts"
import { parseEmail } from "../../domain/values/email.ts"
import { parseName } from "../../domain/values/name.ts"
import { type SentInvitation, sentInvitation } from "../../domain/views/subAccounts.ts"
import { useTab, useView } from "../client/client.ts"
import { refusedKey } from "../toasts/refused.ts"
import { Form } from "../ui/Form.tsx"
import { TextField } from "../ui/TextField.tsx"
import { InlineError } from "./InlineError.tsx"
import { LaterNote } from "./LaterNote.tsx"
import { useSubmit } from "./useSubmit.ts"

/** The action that came of the form, once it is recorded. */
export const useInvitation = (asked: { readonly email: string; readonly since: number } | null) => {
  const tab = useTab()
  const view = useCallback(
    (state: State): SentInvitation | null =>
      asked === null || tab === undefined ? null : sentInvitation(state, tab, asked.email, asked.since),
    [asked, tab],
  )
  return useView(view) ?? null
}

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

export const InvitationForm = ({
  id,
  onAsked,
}: {
  readonly id: string
  /** The address as it is sent, and the moment before it was asked for, ms. */
  readonly onAsked: (email: string, since: number) => void
}) => {
  const { t } = useTranslation()
  const [name, setName] = useState("")
  const [email, setEmail] = useState("")
  const [problems, setProblems] = useState<Problems>({})
  const [since, setSince] = useState(0)
  const { submit, refused } = useSubmit(() => onAsked(email.trim(), since))
  const send = () => {
    const found = problemsOf(name, email)
    setProblems(found)
    setSince(Date.now())
    if (Object.keys(found).length === 0) submit({ type: "SendInvitation", name, email })
  }
  return (
    <>
      <p>{t("dialog.invitation.body")}</p>
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
      <LaterNote />
      <InlineError text={refused && t(refusedKey(refused))} />
    </>
  )
}
