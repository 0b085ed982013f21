import { useTranslation } from "react-i18next"
import { FlowError } from "../../flows/FlowError.tsx"
import { failureKey, type ShownFailure } from "../../flows/failureKey.ts"
import { SignInLink } from "../../flows/SignInLink.tsx"
import { Button } from "../../ui/Button.tsx"
import { Form } from "../../ui/Form.tsx"
import { TextField } from "../../ui/TextField.tsx"
import { EmailField } from "../auth/EmailField.tsx"
import type { Problems, Typed } from "../auth/form.ts"
import { NewPasswordFields } from "../auth/NewPasswordFields.tsx"
import { ServerChoice } from "../auth/ServerChoice.tsx"

/** True for a refusal about the address itself. Its text is beside the field. */
const aboutEmail = (failure: ShownFailure | null): failure is "emailExists" | "invalidEmail" =>
  failure === "emailExists" || failure === "invalidEmail"

/** Name, e-mail, password and its confirmation (AUTH-6). */
export const SignUpForm = ({
  typed,
  problems,
  failure,
  hint,
  isPending,
  onChange,
  onSubmit,
}: {
  readonly typed: Typed
  readonly problems: Problems
  readonly failure: ShownFailure | null
  readonly hint: string | null
  readonly isPending: boolean
  readonly onChange: (part: Partial<Typed>) => void
  readonly onSubmit: () => void
}) => {
  const { t } = useTranslation()
  const failureText = failure === null ? null : t(failureKey("signUp", failure))
  const email = problems.email === undefined ? (aboutEmail(failure) ? failureText : null) : t(problems.email)
  return (
    <Form className="auth-form" onSubmit={onSubmit} answer={failure}>
      <h1>{t("auth.signUp.title")}</h1>
      <TextField
        label={t("common.field.name")}
        value={typed.name}
        onChange={(name) => onChange({ name })}
        name="name"
        autoComplete="name"
        autoFocus
        error={problems.name && t(problems.name)}
      />
      <EmailField value={typed.email} onChange={onChange} error={email ?? undefined} />
      <NewPasswordFields
        label={t("common.field.password")}
        hint={t("auth.signUp.passwordHint")}
        typed={typed}
        problems={problems}
        onChange={onChange}
      />
      <ServerChoice typed={typed} problems={problems} onChange={onChange} />
      <FlowError text={aboutEmail(failure) ? null : failureText} hint={hint} />
      <Button variant="primary" wide type="submit" isPending={isPending}>
        {t("auth.signUp.submit")}
      </Button>
      <p className="auth-links">
        <SignInLink className="link">{t("auth.signUp.haveAccount")}</SignInLink>
      </p>
    </Form>
  )
}
