import { useState } from "react"
import { useTranslation } from "react-i18next"
import { useNavigate } from "react-router-dom"
import type { StageOf } from "../../domain/features/flows/machines.ts"
import { typedEmail } from "../../domain/values/email.ts"
import { useDeployment, useStart } from "../client/client.ts"
import { useAsked } from "../flows/askedPage.ts"
import { useFlow } from "../flows/useFlow.ts"
import { useOnceStarted } from "../flows/useOnceStarted.ts"
import { useOnDone } from "../flows/useOnDone.ts"
import { usePage } from "../focus/usePage.ts"
import { useAsk } from "../toasts/useAsk.ts"
import { arrivalOf } from "./auth/arrival.ts"
import { type Problems, readSignUp } from "./auth/form.ts"
import { lastServer } from "./auth/server.ts"
import { useTyped } from "./auth/useTyped.ts"
import { ConfirmStep } from "./signUp/ConfirmStep.tsx"
import { SignUpForm } from "./signUp/SignUpForm.tsx"

/** Before the code is asked for; the second step stays until the next screen is there. */
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
