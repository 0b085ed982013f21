import { useTranslation } from "react-i18next"
import type { Code } from "../../../domain/values/code.ts"
import { CodeStep, isAboutCode, useCode } from "../../flows/CodeStep.tsx"
import { FlowError } from "../../flows/FlowError.tsx"
import type { FlowView } from "../../flows/useFlow.ts"
import { Button } from "../../ui/Button.tsx"
import { Form } from "../../ui/Form.tsx"
import { BackIcon } from "../../ui/icons.ts"

/** The code that was sent to the address (AUTH-6): back keeps the form, resend brings another. */
export const ConfirmStep = ({
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
  const { stage, failure, hint, told, restart } = flow
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
      <CodeStep flow={flow} typed={typed} onResend={onResend} />
      <FlowError text={isAboutCode(failure) ? null : told} hint={hint} />
      <Button variant="primary" wide type="submit" isPending={isConfirming}>
        {t("common.action.confirm")}
      </Button>
      <Button variant="plain" wide icon={BackIcon} flipIcon isDisabled={isConfirming} onPress={restart}>
        {t("common.action.back")}
      </Button>
    </Form>
  )
}
