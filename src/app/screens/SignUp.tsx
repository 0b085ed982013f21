import { useState } from "react"
import { useTranslation } from "react-i18next"
import { useNavigate } from "react-router-dom"
import type { StageOf } from "../../domain/features/flows/machines.ts"
import type { Code } from "../../domain/values/code.ts"
import { typedEmail } from "../../domain/values/email.ts"
import { useDeployment, useStart } from "../client/client.ts"
import { useAsked } from "../flows/askedPage.ts"
import { CodeStep, isAboutCode, useCode } from "../flows/CodeStep.tsx"
import { FlowError } from "../flows/FlowError.tsx"
import { type FlowView, useFlow } from "../flows/useFlow.ts"
import { useOnceStarted } from "../flows/useOnceStarted.ts"
import { useOnDone } from "../flows/useOnDone.ts"
import { usePage } from "../focus/usePage.ts"
import { useAsk } from "../toasts/useAsk.ts"
import { Button } from "../ui/Button.tsx"
import { Form } from "../ui/Form.tsx"
import { BackIcon } from "../ui/icons.ts"
import { arrivalOf } from "./auth/arrival.ts"
import { type Problems, readSignUp } from "./auth/form.ts"
import { lastServer } from "./auth/server.ts"
import { useTyped } from "./auth/useTyped.ts"
import { SignUpForm } from "./signUp/SignUpForm.tsx"

/** The code that was sent to the address (AUTH-6). Back keeps the form, resend brings another code. */
const ConfirmStep = ({
  email,
  flow,
  onConfirm,
  onResend,
}: {
  readonly email: string
  readonly flow: FlowView<"signUp">
  readonly onConfirm: (code: Code) => void
  readonly onResend: () => void
}) => {
  const { t } = useTranslation()
  const { stage, failure, hint, failureText, restart } = flow
  const typed = useCode()
  /* The server may have activated the account already. Going back would end at "Email already exists." */
  const isConfirming = stage === "confirming" || stage === "done"
  const submit = () => {
    const code = typed.read()
    if (code !== null) onConfirm(code)
  }
  return (
    <Form className="auth-form" onSubmit={submit} answer={failure}>
      <h1>{t("auth.signUp.codeTitle")}</h1>
      <p className="muted" role="status">
        {t("auth.signUp.codeSent", { email })}
      </p>
      <CodeStep flow={flow} typed={typed} onResend={onResend} />
      <FlowError text={isAboutCode(failure) ? null : failureText} hint={hint} />
      <Button variant="primary" wide type="submit" isPending={isConfirming}>
        {t("common.action.confirm")}
      </Button>
      <Button variant="plain" wide icon={BackIcon} flipIcon isDisabled={isConfirming} onPress={restart}>
        {t("common.action.back")}
      </Button>
    </Form>
  )
}

/** The stages before the code. The second step stays until the next screen is ready. */
const FORM_STAGES: ReadonlySet<StageOf<"signUp">> = new Set(["form", "submitting"])

/** AUTH-6 */
export const SignUp = () => {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const asked = useAsked()
  const send = useAsk()
  const start = useStart()
  const deployment = useDeployment()
  const { typed, change } = useTyped(lastServer)
  const [problems, setProblems] = useState<Problems>({})
  const flow = useFlow("signUp")
  const { stage, failure, hint } = flow
  usePage(t("auth.signUp.title"), false)
  const { ask, isWaiting } = useOnceStarted(() => {
    const { form, problems: found } = readSignUp(typed, deployment)
    setProblems(found)
    if (form !== undefined) send({ type: "SignUp", form })
  })
  useOnDone(stage, () => navigate("/signin", { state: { ...arrivalOf(typed), ...asked } }))
  if (!FORM_STAGES.has(stage))
    return (
      <ConfirmStep
        email={typedEmail(typed.email)}
        flow={flow}
        onConfirm={(code) => send({ type: "ConfirmSignUp", code })}
        onResend={() => send({ type: "ResendSignUp" })}
      />
    )
  return (
    <SignUpForm
      typed={typed}
      problems={problems}
      failure={start.phase === "failed" ? "startFailed" : failure}
      hint={hint}
      isPending={isWaiting || stage === "submitting"}
      onChange={change}
      onSubmit={ask}
    />
  )
}
