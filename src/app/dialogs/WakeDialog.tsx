import { useId, useState } from "react"
import { useTranslation } from "react-i18next"
import { refusedKey } from "../toasts/refused.ts"
import { Button } from "../ui/Button.tsx"
import { Dialog } from "../ui/Dialog.tsx"
import { Form } from "../ui/Form.tsx"
import { AwayNote } from "./AwayNote.tsx"
import type { DialogProps } from "./dialogProps.ts"
import { InlineError } from "./InlineError.tsx"
import { LaterNote } from "./LaterNote.tsx"
import { MacChoice, MacField, type MacOf } from "./MacChoice.tsx"
import { RecentMacs } from "./RecentMacs.tsx"
import { useDevice } from "./useDevice.ts"
import { useSubmit } from "./useSubmit.ts"

/** WAKE-1 and WAKE-2: the bound MAC where there is one, or one typed in. */
export const WakeDialog = ({ subject: did, isOpen, onClose }: DialogProps) => {
  const { t } = useTranslation()
  const form = useId()
  const { name, hasBoundMac, awaySince } = useDevice(did)
  const [choice, setChoice] = useState<MacOf>("bound")
  const [mac, setMac] = useState("")
  const { submit, isPending, refused, forget } = useSubmit(onClose)
  const isManual = choice === "manual" || !hasBoundMac
  const changeMac = (text: string) => {
    setMac(text)
    forget()
  }
  const reason = refused === null ? null : t(refusedKey(refused))
  const isAboutMac = isManual && refused === "invalidMac"
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t("dialog.wake.title", { name })}
      actions={
        <>
          <Button onPress={onClose}>{t("common.action.cancel")}</Button>
          <Button variant="primary" type="submit" form={form} isPending={isPending}>
            {t("dialog.wake.submit")}
          </Button>
        </>
      }
    >
      <Form
        id={form}
        className="stack"
        onSubmit={() => submit({ type: "WakeDevice", did, mac: isManual ? mac : null })}
      >
        <MacChoice
          hasBoundMac={hasBoundMac}
          value={choice}
          onChange={(next) => {
            setChoice(next)
            forget()
          }}
        />
        {isManual ? (
          <>
            <MacField value={mac} onChange={changeMac} error={isAboutMac ? (reason ?? undefined) : undefined} />
            <RecentMacs onPick={changeMac} />
          </>
        ) : (
          <p className="muted">{t("dialog.wake.boundBody")}</p>
        )}
      </Form>
      <AwayNote of="wake" since={awaySince} />
      <LaterNote expires />
      <InlineError text={isAboutMac ? null : reason} />
    </Dialog>
  )
}
