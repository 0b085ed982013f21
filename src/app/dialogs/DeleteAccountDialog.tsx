import { useEffect, useId, useRef } from "react"
import { useTranslation } from "react-i18next"
import { useNavigate } from "react-router-dom"
import type { StageOf } from "../../domain/flows/feature.ts"
import type { State } from "../../domain/model/state.ts"
import { useView } from "../client/client.ts"
import { CodeStep, isAboutCode, useCode } from "../flows/CodeStep.tsx"
import { failureKey } from "../flows/failureKey.ts"
import { useFlow } from "../flows/useFlow.ts"
import { useAsk } from "../toasts/useAsk.ts"
import { Button } from "../ui/Button.tsx"
import { Dialog } from "../ui/Dialog.tsx"
import { Form } from "../ui/Form.tsx"
import { Spinner } from "../ui/Spinner.tsx"
import { InlineError } from "./InlineError.tsx"
import type { SubjectDialogProps } from "./useDialogs.tsx"

const emailOf = ({ session }: State) => session.current?.email ?? null

const steps: Readonly<Record<StageOf<"deleteAccount">, 1 | 2 | 3>> = {
  confirm: 1,
  requesting: 1,
  verify: 2,
  resending: 2,
  processing: 3,
  done: 3,
}

/** ACCOUNT-4: confirm, verify with the code, and wait; a failure leads back to the code. */
export const DeleteAccountDialog = ({ isOpen, onClose }: SubjectDialogProps) => {
  const { t } = useTranslation()
  const form = useId()
  const send = useAsk()
  const navigate = useNavigate()
  const known = useView(emailOf)
  const last = useRef("")
  if (known !== undefined && known !== null) last.current = known
  const email = last.current
  const code = useCode()
  const { stage, failure } = useFlow("deleteAccount")
  const step = steps[stage]
  const done = useRef(onClose)
  done.current = onClose
  useEffect(() => {
    if (stage !== "done") return
    done.current()
    navigate("/signin")
  }, [stage, navigate])
  const submit = () => {
    const digits = code.read()
    if (digits !== null) send({ type: "ConfirmDeletion", code: digits })
  }
  const told = failure === null ? null : t(failureKey("deleteAccount", failure))
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      alert
      canClose={step < 3}
      title={t("dialog.deleteAccount.title")}
      aside={t("common.step", { step, of: 3 })}
      actions={
        step < 3 && (
          <>
            <Button onPress={onClose}>{t("common.action.cancel")}</Button>
            {step === 1 ? (
              <Button
                variant="danger"
                isPending={stage === "requesting"}
                onPress={() => send({ type: "RequestDeletion" })}
              >
                {t("common.action.sendCode")}
              </Button>
            ) : (
              <Button variant="danger-solid" type="submit" form={form}>
                {t("dialog.deleteAccount.submit")}
              </Button>
            )}
          </>
        )
      }
    >
      {step === 1 && (
        <>
          <p>{t("dialog.deleteAccount.body", { email })}</p>
          <p>{t("dialog.deleteAccount.next")}</p>
        </>
      )}
      {step === 2 && (
        <Form id={form} className="stack" onSubmit={submit} answer={failure}>
          <p className="muted" role="status">
            {t("dialog.deleteAccount.verify", { email })}
          </p>
          <CodeStep
            flow="deleteAccount"
            failure={failure}
            typed={code}
            isResending={stage === "resending"}
            onResend={() => send({ type: "ResendDeletion" })}
          />
        </Form>
      )}
      {step === 3 && (
        <p className="note-line" role="status">
          <Spinner /> {t("dialog.deleteAccount.processing")}
        </p>
      )}
      <InlineError text={step === 2 && isAboutCode(failure) ? null : told} />
    </Dialog>
  )
}
