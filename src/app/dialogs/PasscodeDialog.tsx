import { useId, useRef, useState } from "react"
import { useTranslation } from "react-i18next"
import type { PasscodeQuestion } from "../../domain/features/deviceSession/feature.ts"
import { typedSecret } from "../../domain/values/typedValue.ts"
import { isInCampaign as isInCampaignNow } from "../../domain/views/campaign.ts"
import { useSend, useViewOf } from "../client/client.ts"
import { SECOND, useNow } from "../client/clock.ts"
import { useClient } from "../client/provider.ts"
import { Checkbox } from "../ui/Checkbox.tsx"
import { Dialog } from "../ui/Dialog.tsx"
import { Form } from "../ui/Form.tsx"
import { PasswordField } from "../ui/PasswordField.tsx"
import { Acts } from "./Acts.tsx"
import { type Wait, waitedAt } from "./passcodeWait.ts"

const MS_PER_SECOND = 1_000

/** Seconds until the device takes the next passcode. */
const useWait = (until: number): number => {
  const now = useNow(SECOND)
  const wait = useRef<Wait | null>(null)
  wait.current = waitedAt(wait.current, until, now)
  return Math.max(0, Math.ceil((wait.current.end - now) / MS_PER_SECOND))
}

/**
 * Asks for the passcode of a device, for any purpose. The native side waits for the answer. It does not store the
 * passcode before the device has accepted it (DEVICE-9).
 */
export const PasscodeDialog = ({ question }: { readonly question: PasscodeQuestion }) => {
  const { t } = useTranslation()
  const form = useId()
  const send = useSend()
  const { unfinishedPasscode } = useClient()
  const [passcode, setPasscode] = useState(() => {
    const unfinished = unfinishedPasscode.get()
    return unfinished?.id === question.id ? unfinished.text : ""
  })
  const [keep, setKeep] = useState(true)
  const [isEmpty, setEmpty] = useState(false)
  const { name, tried, until } = question
  const isInCampaign = useViewOf(isInCampaignNow, question.id) ?? false
  const wait = useWait(until)
  const wrong = wait > 0 ? t("dialog.passcode.wrongWait", { count: wait }) : t("dialog.passcode.wrong")
  const error = isEmpty ? t("dialog.passcode.empty") : tried === "typed" ? wrong : undefined
  const give = () => {
    if (typedSecret(passcode) === "") return setEmpty(true)
    if (wait > 0) return
    unfinishedPasscode.set(null)
    send({ type: "AnswerPasscode", passcode, keep })
  }
  const leave = () => {
    unfinishedPasscode.set(null)
    send({ type: "GiveUpPasscode" })
  }
  return (
    <Dialog
      isOpen
      onClose={leave}
      title={t("dialog.passcode.title")}
      actions={
        <Acts onCancel={leave} form={form} isDisabled={wait > 0}>
          {wait > 0 ? t("dialog.passcode.submitIn", { count: wait }) : t("dialog.passcode.submit")}
        </Acts>
      }
    >
      <p>{tried === "stored" ? t("dialog.passcode.storedRefused", { name }) : t("dialog.passcode.body", { name })}</p>
      {isInCampaign && tried === "none" && <p className="muted">{t("dialog.passcode.campaign")}</p>}
      <Form id={form} className="stack" onSubmit={give}>
        <PasswordField
          label={t("dialog.passcode.field")}
          value={passcode}
          onChange={(text) => {
            unfinishedPasscode.set({ id: question.id, text })
            setPasscode(text)
            setEmpty(false)
          }}
          autoFocus
          autoComplete="off"
          error={error}
        />
        <Checkbox isSelected={keep} onChange={setKeep}>
          {t("dialog.passcode.keep")}
        </Checkbox>
      </Form>
    </Dialog>
  )
}
