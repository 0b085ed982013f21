import { useTranslation } from "react-i18next"
import type { FlowFailure, StageOf } from "../../../domain/features/flows/machines.ts"
import type { Code } from "../../../domain/values/code.ts"
import { InlineError } from "../../dialogs/InlineError.tsx"
import { CodeStep, isAboutCode, useCode } from "../../flows/CodeStep.tsx"
import { failureKey } from "../../flows/failureKey.ts"
import { Button } from "../../ui/Button.tsx"
import { Form } from "../../ui/Form.tsx"
import { BackIcon } from "../../ui/icons.ts"

/** The code that was sent to the address (AUTH-6): back keeps the form, resend brings another. */
export const ConfirmStep = ({
  email,
  stage,
  failure,
  onConfirm,
  onResend,
  onBack,
}: {
  readonly email: string
  readonly stage: StageOf<"signUp">
  readonly failure: FlowFailure | null
  readonly onConfirm: (code: Code) => void
  readonly onResend: () => void
  readonly onBack: () => void
}) => {
  const { t } = useTranslation()
  const typed = useCode()
  /* The server may have activated the account already: the way back would end at "Email already exists." */
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
      <CodeStep flow="signUp" failure={failure} typed={typed} isResending={stage === "resending"} onResend={onResend} />
      <InlineError text={failure === null || isAboutCode(failure) ? null : t(failureKey("signUp", failure))} />
      <Button variant="primary" wide type="submit" isPending={isConfirming}>
        {t("auth.signUp.confirm")}
      </Button>
      <Button variant="plain" wide icon={BackIcon} flipIcon isDisabled={isConfirming} onPress={onBack}>
        {t("auth.signUp.backToForm")}
      </Button>
    </Form>
  )
}
