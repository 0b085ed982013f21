import { useEffect, useId, useState } from "react"
import { useTranslation } from "react-i18next"
import { parseCode } from "../../domain/values/code.ts"
import { useClipboardIfAllowed, usePaste } from "../clipboard/usePaste.ts"
import { useCode } from "../flows/CodeStep.tsx"
import { useFlow } from "../flows/useFlow.ts"
import { useOnDone } from "../flows/useOnDone.ts"
import { CodeText } from "../sharing/InvitationCode.tsx"
import { forgetInvitation, heldInvitation } from "../sharing/invitationLink.ts"
import { useAsk } from "../toasts/useAsk.ts"
import { Button } from "../ui/Button.tsx"
import { CodeField } from "../ui/CodeField.tsx"
import { Dialog } from "../ui/Dialog.tsx"
import { asciiDigits } from "../ui/digits.ts"
import { Form } from "../ui/Form.tsx"
import { InlineError } from "../ui/InlineError.tsx"
import { CopyIcon } from "../ui/icons.ts"
import { Acts } from "./Acts.tsx"
import type { DialogProps } from "./dialogProps.ts"

const digitsOf = (text: string | null): string | null => {
  const parsed = text === null ? null : parseCode(asciiDigits(text).replace(/\s/g, ""))
  return parsed?.ok ? parsed.value : null
}

/**
 * The code as brought along by a link, typed, pasted, or suggested by the clipboard; that a paste failed is said until
 * the next try.
 */
const useInvitationInput = () => {
  const typed = useCode(heldInvitation() ?? "")
  useEffect(forgetInvitation, [])
  const paste = usePaste()
  const [pasteFailed, setPasteFailed] = useState(false)
  const suggested = digitsOf(useClipboardIfAllowed())
  const change = (digits: string) => {
    setPasteFailed(false)
    typed.change(digits)
  }
  return {
    code: typed.code,
    problem: typed.problem === "common.invalid.codeRequired" ? "common.invalid.invitationCodeRequired" : typed.problem,
    pasteFailed,
    suggested: suggested === typed.code ? null : suggested,
    change,
    read: () => {
      setPasteFailed(false)
      return typed.read()
    },
    paste: () =>
      paste((text) => {
        const digits = digitsOf(text)
        if (digits === null) setPasteFailed(true)
        else change(digits)
      }),
  } as const
}

/** ACCOUNT-5 */
export const AcceptInvitationDialog = ({ isOpen, onClose }: DialogProps) => {
  const { t } = useTranslation()
  const form = useId()
  const send = useAsk()
  const { code, problem, pasteFailed, suggested, change, read, paste } = useInvitationInput()
  const { stage, failure, told } = useFlow("acceptInvitation")
  useOnDone(stage, onClose)
  const submit = () => {
    const digits = read()
    if (digits !== null) send({ type: "AcceptInvitation", code: digits })
  }
  const aboutCode = failure === "invitationInvalid"
  const refused = aboutCode ? (told ?? undefined) : undefined
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t("dialog.acceptInvitation.title")}
      actions={
        <Acts onCancel={onClose} form={form} isPending={stage === "sending"}>
          {t("common.action.acceptInvitation")}
        </Acts>
      }
    >
      <p>{t("dialog.acceptInvitation.body")}</p>
      <Form id={form} className="stack" onSubmit={submit} answer={failure}>
        <CodeField
          label={t("dialog.acceptInvitation.label")}
          value={code}
          onChange={change}
          autoFocus
          error={problem === null ? refused : t(problem)}
        />
        <div className="row paste">
          <Button icon={CopyIcon} onPress={paste}>
            {t("common.action.paste")}
          </Button>
          {suggested !== null && (
            <Button variant="word" onPress={() => change(suggested)}>
              {t("dialog.acceptInvitation.useClipboard")} <CodeText code={suggested} />
            </Button>
          )}
        </div>
      </Form>
      <InlineError text={pasteFailed ? t("common.error.pasteFailed") : aboutCode ? null : told} />
    </Dialog>
  )
}
