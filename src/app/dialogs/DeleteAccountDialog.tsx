import { useId, useRef } from "react"
import { useTranslation } from "react-i18next"
import { useNavigate } from "react-router-dom"
import type { StageOf } from "../../domain/features/flows/machines.ts"
import type { State } from "../../domain/product/state.ts"
import { useView } from "../client/client.ts"
import { CodeStep, isAboutCode, useCode } from "../flows/CodeStep.tsx"
import { FlowError } from "../flows/FlowError.tsx"
import { useFlow } from "../flows/useFlow.ts"
import { useOnDone } from "../flows/useOnDone.ts"
import { useAsk } from "../toasts/useAsk.ts"
import { Dialog } from "../ui/Dialog.tsx"
import { Form } from "../ui/Form.tsx"
import { Spinner } from "../ui/Spinner.tsx"
import { Acts } from "./Acts.tsx"
import type { DialogProps } from "./dialogProps.ts"

const emailOf = ({ session }: State) => session.current?.email ?? null

const steps: Readonly<Record<StageOf<"deleteAccount">, 1 | 2 | 3>> = {
  confirm: 1,
  requesting: 1,
  verify: 2,
  resending: 2,
  processing: 3,
  done: 3,
}

/** The stage of the deletion. Once it is done, the dialog closes and the sign-in page opens. */
const useDeletion = (onClose: () => void) => {
  const send = useAsk()
  const navigate = useNavigate()
  const known = useView(emailOf)
  /* The dialog still shows the address when the account is already gone. */
  const last = useRef("")
  if (known !== undefined && known !== null) last.current = known
  const code = useCode()
  const flow = useFlow("deleteAccount")
  const { stage } = flow
  useOnDone(stage, () => {
    onClose()
    navigate("/signin")
  })
  return {
    email: last.current,
    code,
    flow,
    step: steps[stage],
    request: () => send({ type: "RequestDeletion" }),
    resend: () => send({ type: "ResendDeletion" }),
    confirm: () => {
      const digits = code.read()
      if (digits !== null) send({ type: "ConfirmDeletion", code: digits })
    },
  }
}

type Deletion = ReturnType<typeof useDeletion>

const Body = ({ deletion, form }: { readonly deletion: Deletion; readonly form: string }) => {
  const { t } = useTranslation()
  const { step, email, flow, code } = deletion
  if (step === 1)
    return (
      <>
        <p>{t("dialog.deleteAccount.body", { email })}</p>
        <p>{t("dialog.deleteAccount.next")}</p>
      </>
    )
  if (step === 3)
    return (
      <p className="note-line" role="status">
        <Spinner /> {t("dialog.deleteAccount.processing")}
      </p>
    )
  return (
    <Form id={form} className="stack" onSubmit={deletion.confirm} answer={flow.failure}>
      <p className="muted" role="status">
        {t("dialog.deleteAccount.verify", { email })}
      </p>
      <CodeStep flow={flow} typed={code} onResend={deletion.resend} />
    </Form>
  )
}

/** ACCOUNT-4: confirm, verify with the code, and wait. A failure leads back to the code. */
export const DeleteAccountDialog = ({ isOpen, onClose }: DialogProps) => {
  const { t } = useTranslation()
  const form = useId()
  const deletion = useDeletion(onClose)
  const { step, flow } = deletion
  const { stage, failure, hint, failureText } = flow
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      alert
      canClose={step < 3}
      title={t("dialog.deleteAccount.title")}
      aside={t("common.step", { step, of: 3 })}
      actions={
        step < 3 &&
        (step === 1 ? (
          <Acts onCancel={onClose} variant="danger" isPending={stage === "requesting"} onPress={deletion.request}>
            {t("common.action.sendCode")}
          </Acts>
        ) : (
          <Acts onCancel={onClose} variant="danger-solid" form={form}>
            {t("dialog.deleteAccount.submit")}
          </Acts>
        ))
      }
    >
      <Body deletion={deletion} form={form} />
      <FlowError text={step === 2 && isAboutCode(failure) ? null : failureText} hint={hint} />
    </Dialog>
  )
}
