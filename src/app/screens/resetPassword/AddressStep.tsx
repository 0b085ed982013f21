import { useTranslation } from "react-i18next"
import { typedEmail } from "../../../domain/values/email.ts"
import { Button } from "../../ui/Button.tsx"
import { Glyph } from "../../ui/Glyph.tsx"
import { Name } from "../../ui/Name.tsx"
import { EmailField } from "../auth/EmailField.tsx"
import type { Problems, Typed } from "../auth/form.ts"
import { ServerChoice } from "../auth/ServerChoice.tsx"

/** The address a code is sent to; once it was sent, that is said, with the way to use another one. */
export const AddressStep = ({
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
  /** What the server says of the address. */
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
