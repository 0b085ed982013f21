import { useEffect, useId, useState } from "react"
import { useTranslation } from "react-i18next"
import { type InvalidCode, parseCode } from "../../domain/values/code.ts"
import { useClipboardIfAllowed, usePaste } from "../clipboard/usePaste.ts"
import { useCode } from "../flows/CodeStep.tsx"
import { FlowError } from "../flows/FlowError.tsx"
import { useFlow } from "../flows/useFlow.ts"
import { useOnDone } from "../flows/useOnDone.ts"
import { CodeText } from "../sharing/InvitationCode.tsx"
import { forgetInvitation, heldInvitation } from "../sharing/invitationLink.ts"
import { useAsk } from "../toasts/useAsk.ts"
import { Button } from "../ui/Button.tsx"
import { CodeField } from "../ui/CodeField.tsx"
import { Dialog } from "../ui/Dialog.tsx"
import { Form } from "../ui/Form.tsx"
import { InlineError } from "../ui/InlineError.tsx"
import { CopyIcon } from "../ui/icons.ts"
import { Acts } from "./Acts.tsx"
import type { DialogProps } from "./dialogProps.ts"

/** The reason why the paste button found no code: the browser refused, or the text has no code. */
type PasteFailure = "refused" | Exclude<InvalidCode, "codeRequired">

/** The code from a link, from typing or pasting, or suggested by the clipboard. All are read in the same way. */
const useInvitationInput = () => {
  const typed = useCode(heldInvitation() ?? "")
  useEffect(forgetInvitation, [])
  const paste = usePaste()
  const [failure, setFailure] = useState<PasteFailure | null>(null)
  const clipboard = useClipboardIfAllowed()
  const found = clipboard === null ? null : parseCode(clipboard)
  const suggested = found?.ok === true && found.value !== typed.code ? found.value : null
  const change = (text: string) => {
    setFailure(null)
    typed.change(text)
  }
  return {
    code: typed.code,
    problem: typed.problem === "common.invalid.codeRequired" ? "common.invalid.invitationCodeRequired" : typed.problem,
    failure,
    suggested,
    change,
    pasteInto: (text: string) => {
      setFailure(null)
      return typed.paste(text)
    },
    read: () => {
      setFailure(null)
      return typed.read()
    },
    paste: () =>
      paste((text) => {
        const parsed = text === null ? null : parseCode(text)
        if (parsed?.ok === true) return change(parsed.value)
        setFailure(parsed?.reason === "severalCodes" || parsed?.reason === "invalidCode" ? parsed.reason : "refused")
      }),
  } as const
}

/** The fixed sentence, and beside it the fault of the text. */
const PasteFailed = ({ failure }: { readonly failure: PasteFailure }) => {
  const { t } = useTranslation()
  return (
    <>
      <InlineError text={t("common.error.pasteFailed")} />
      {failure !== "refused" && <p className="hint">{t(`common.invalid.${failure}`)}</p>}
    </>
  )
}

/** ACCOUNT-5 */
export const AcceptInvitationDialog = ({ isOpen, onClose }: DialogProps) => {
  const { t } = useTranslation()
  const form = useId()
  const send = useAsk()
  const input = useInvitationInput()
  const { code, problem, suggested, change, read } = input
  const { stage, failure, hint, failureText } = useFlow("acceptInvitation")
  useOnDone(stage, onClose)
  const submit = () => {
    const digits = read()
    if (digits !== null) send({ type: "AcceptInvitation", code: digits })
  }
  const aboutCode = failure === "invitationInvalid"
  const refused = aboutCode ? (failureText ?? undefined) : undefined
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
          onPaste={input.pasteInto}
          autoFocus
          error={problem === null ? refused : t(problem)}
        />
        <div className="row paste">
          <Button icon={CopyIcon} onPress={input.paste}>
            {t("common.action.paste")}
          </Button>
          {suggested !== null && (
            <Button variant="word" onPress={() => change(suggested)}>
              {t("dialog.acceptInvitation.useClipboard")} <CodeText code={suggested} />
            </Button>
          )}
        </div>
      </Form>
      {input.failure === null ? (
        <FlowError text={aboutCode ? null : failureText} hint={hint} />
      ) : (
        <PasteFailed failure={input.failure} />
      )}
    </Dialog>
  )
}
