import { useId, useState } from "react"
import { useTranslation } from "react-i18next"
import type { StageOf } from "../../domain/features/flows/machines.ts"
import type { State } from "../../domain/product/state.ts"
import { normalEmail, parseEmail, typedEmail } from "../../domain/values/email.ts"
import { useView } from "../client/client.ts"
import { CodeStep, isAboutCode, useCode } from "../flows/CodeStep.tsx"
import { FlowError } from "../flows/FlowError.tsx"
import { useFlow } from "../flows/useFlow.ts"
import { useOnDone } from "../flows/useOnDone.ts"
import { useAsk } from "../toasts/useAsk.ts"
import { Button } from "../ui/Button.tsx"
import { Dialog } from "../ui/Dialog.tsx"
import { EmailField } from "../ui/EmailField.tsx"
import { Form } from "../ui/Form.tsx"
import type { DialogProps } from "./dialogProps.ts"

const emailOf = ({ session }: State) => session.current?.email ?? ""

const ADDRESS_STAGES: ReadonlySet<StageOf<"changeEmail">> = new Set(["email", "sending"])

type Problem = "common.invalid.invalidEmail" | "common.invalid.sameEmail"

/** The problem of the new address. It must be valid and differ from the present one, regardless of case (ACCOUNT-3). */
const problemOf = (typed: string, current: string): Problem | null => {
  const email = parseEmail(typed)
  if (!email.ok) return "common.invalid.invalidEmail"
  return normalEmail(email.value) === normalEmail(current) ? "common.invalid.sameEmail" : null
}

/** Both steps: the typed text, its problem, and the act of the main button. */
const useEmailChange = () => {
  const send = useAsk()
  const current = useView(emailOf) ?? ""
  const [typed, setTyped] = useState("")
  const [problem, setProblem] = useState<Problem | null>(null)
  const code = useCode()
  const flow = useFlow("changeEmail")
  const isCode = !ADDRESS_STAGES.has(flow.stage)
  const askForCode = () => {
    const found = problemOf(typed, current)
    setProblem(found)
    const email = parseEmail(typed)
    if (found === null && email.ok) send({ type: "RequestEmailChange", email: email.value })
  }
  const confirm = () => {
    const digits = code.read()
    if (digits !== null) send({ type: "ConfirmEmailChange", code: digits })
  }
  return {
    current,
    typed,
    change: (text: string) => {
      setTyped(text)
      setProblem(null)
    },
    problem,
    code,
    isCode,
    flow,
    submit: isCode ? confirm : askForCode,
    resend: () => send({ type: "ResendEmailChange" }),
  }
}

type EmailChange = ReturnType<typeof useEmailChange>

const CodeFields = ({ change: { typed, flow, code, resend } }: { readonly change: EmailChange }) => {
  const { t } = useTranslation()
  return (
    <>
      <p className="muted" role="status">
        {t("dialog.changeEmail.sent", { email: typedEmail(typed) })}
      </p>
      <CodeStep flow={flow} typed={code} onResend={resend} />
    </>
  )
}

const AddressField = ({
  change: { typed, change, problem, current },
  refused,
}: {
  readonly change: EmailChange
  readonly refused: string | undefined
}) => {
  const { t } = useTranslation()
  return (
    <EmailField
      label={t("dialog.changeEmail.label")}
      value={typed}
      onChange={change}
      autoComplete="email"
      autoFocus
      hint={t("dialog.changeEmail.hint", { email: current })}
      error={problem === null ? refused : t(problem)}
    />
  )
}

/** ACCOUNT-3: the new address, then the code that was sent to it. */
export const ChangeEmailDialog = ({ isOpen, onClose }: DialogProps) => {
  const { t } = useTranslation()
  const form = useId()
  const change = useEmailChange()
  const { isCode } = change
  const { stage, failure, hint, failureText, restart } = change.flow
  useOnDone(stage, onClose)
  const aboutEmail = !isCode && (failure === "emailExists" || failure === "invalidEmail")
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t("dialog.changeEmail.title")}
      aside={t("common.step", { step: isCode ? 2 : 1, of: 2 })}
      actions={
        <>
          <Button onPress={isCode ? restart : onClose}>
            {t(isCode ? "common.action.back" : "common.action.cancel")}
          </Button>
          <Button
            variant="primary"
            type="submit"
            form={form}
            isPending={stage === "sending" || stage === "confirming" || stage === "done"}
          >
            {t(isCode ? "common.action.confirm" : "common.action.sendCode")}
          </Button>
        </>
      }
    >
      <Form key={isCode ? "code" : "email"} id={form} className="stack" onSubmit={change.submit} answer={failure}>
        {isCode ? (
          <CodeFields change={change} />
        ) : (
          <AddressField change={change} refused={aboutEmail ? (failureText ?? undefined) : undefined} />
        )}
      </Form>
      <FlowError text={aboutEmail || (isCode && isAboutCode(failure)) ? null : failureText} hint={hint} />
    </Dialog>
  )
}
