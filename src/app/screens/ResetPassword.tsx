import { useId, useState } from "react"
import { useTranslation } from "react-i18next"
import { useLocation, useNavigate } from "react-router-dom"
import type { StageOf } from "../../domain/features/flows/machines.ts"
import { typedEmail } from "../../domain/values/email.ts"
import { useDeployment, useStart } from "../client/client.ts"
import { useAsked } from "../flows/askedPage.ts"
import { CodeStep, isAboutCode, useCode } from "../flows/CodeStep.tsx"
import { FlowError } from "../flows/FlowError.tsx"
import { failureKey } from "../flows/failureKey.ts"
import { SignInLink } from "../flows/SignInLink.tsx"
import { useFlow } from "../flows/useFlow.ts"
import { useOnceStarted } from "../flows/useOnceStarted.ts"
import { useOnDone } from "../flows/useOnDone.ts"
import { usePage } from "../focus/usePage.ts"
import { useAsk } from "../toasts/useAsk.ts"
import { Button } from "../ui/Button.tsx"
import { Form } from "../ui/Form.tsx"
import { Glyph } from "../ui/Glyph.tsx"
import { Name } from "../ui/Name.tsx"
import { arrivalOf, arrivedWith } from "./auth/arrival.ts"
import { EmailField } from "./auth/EmailField.tsx"
import { type Problems, readAddress, readNewPassword, type Typed } from "./auth/form.ts"
import { NewPasswordFields } from "./auth/NewPasswordFields.tsx"
import { ServerChoice } from "./auth/ServerChoice.tsx"
import { useTyped } from "./auth/useTyped.ts"

/** The address for the code. Once the code is sent, a confirmation, with a button to use another address. */
const AddressStep = ({
  typed,
  problems,
  refused,
  wasSent,
  isSending,
  onChange,
  onSend,
  onRestart,
}: {
  readonly typed: Typed
  readonly problems: Problems
  /** The server's refusal of the address. */
  readonly refused: string | undefined
  readonly wasSent: boolean
  readonly isSending: boolean
  readonly onChange: (part: Partial<Typed>) => void
  readonly onSend: () => void
  readonly onRestart: () => void
}) => {
  const { t } = useTranslation()
  if (wasSent)
    return (
      <div className="sent-to" role="status">
        <Glyph name="confirmed" />
        <div className="grow">
          <p className="grow">
            <b>{t("auth.reset.codeSent")}</b> <Name of={typedEmail(typed.email)} className="muted" />
          </p>
          <Button variant="word" onPress={onRestart}>
            {t("auth.reset.otherEmail")}
          </Button>
        </div>
      </div>
    )
  return (
    <>
      <EmailField
        value={typed.email}
        onChange={onChange}
        autoFocus
        error={problems.email === undefined ? refused : t(problems.email)}
      />
      <ServerChoice typed={typed} problems={problems} onChange={onChange} />
      <Button wide isPending={isSending} onPress={onSend}>
        {t("common.action.sendCode")}
      </Button>
    </>
  )
}

const SENT_STAGES: ReadonlySet<StageOf<"resetPassword">> = new Set(["sent", "resending", "submitting", "done"])

/** Both halves of the form: the address for the code, then the code with the new password. */
const useReset = () => {
  const { state } = useLocation()
  const send = useAsk()
  const start = useStart()
  const deployment = useDeployment()
  const { typed, change } = useTyped(() => arrivedWith(state))
  const [address, setAddress] = useState<Problems>({})
  const [passwords, setPasswords] = useState<Problems>({})
  const code = useCode()
  const flow = useFlow("resetPassword")
  const { ask: sendCode, isWaiting } = useOnceStarted(() => {
    const { form: found, problems } = readAddress(typed, deployment)
    setAddress(problems)
    if (found !== undefined) send({ type: "RequestReset", ...found })
  })
  const submit = () => {
    const digits = code.read()
    const { password, problem = {} } = readNewPassword(typed)
    setPasswords(problem)
    if (digits !== null && password !== undefined) send({ type: "SubmitReset", code: digits, password })
  }
  return {
    typed,
    change,
    problems: { ...address, ...passwords },
    code,
    flow,
    failure: start.phase === "failed" ? ("startFailed" as const) : flow.failure,
    wasSent: SENT_STAGES.has(flow.stage),
    isSending: isWaiting || flow.stage === "sending",
    sendCode,
    resend: () => send({ type: "ResendReset" }),
    submit,
  }
}

/** AUTH-8: nothing can be submitted before a code was sent, and the form explains it. */
export const ResetPassword = () => {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const asked = useAsked()
  const why = useId()
  const reset = useReset()
  const { failure, wasSent, typed, change, problems } = reset
  const { stage, restart } = reset.flow
  usePage(t("auth.reset.title"), false)
  useOnDone(stage, () => navigate("/signin", { state: { ...arrivalOf(typed), ...asked } }))
  const failureText = failure === null ? null : t(failureKey("resetPassword", failure))
  const aboutEmail = failure === "invalidEmail"
  const aboutCode = wasSent && failure !== "startFailed" && isAboutCode(failure)
  return (
    <Form className="auth-form" onSubmit={wasSent ? reset.submit : reset.sendCode} answer={failure}>
      <h1>{t("auth.reset.title")}</h1>
      <AddressStep
        typed={typed}
        problems={problems}
        refused={aboutEmail ? (failureText ?? undefined) : undefined}
        wasSent={wasSent}
        isSending={reset.isSending}
        onChange={change}
        onSend={reset.sendCode}
        onRestart={restart}
      />
      {wasSent && <CodeStep flow={reset.flow} typed={reset.code} onResend={reset.resend} />}
      <NewPasswordFields label={t("common.field.newPassword")} typed={typed} problems={problems} onChange={change} />
      <FlowError text={aboutEmail || aboutCode ? null : failureText} hint={reset.flow.hint} />
      <div className="submit-why">
        <Button
          variant="primary"
          wide
          type="submit"
          isDisabled={!wasSent}
          isPending={stage === "submitting" || stage === "done"}
          {...(wasSent ? {} : { "aria-describedby": why })}
        >
          {t("auth.reset.submit")}
        </Button>
        {!wasSent && (
          <p className="hint" id={why}>
            {t("auth.reset.sendFirst")}
          </p>
        )}
      </div>
      <p className="auth-links">
        <SignInLink className="link">{t("auth.reset.backToSignIn")}</SignInLink>
      </p>
    </Form>
  )
}
