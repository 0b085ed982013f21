import { useCallback, useId, useState } from "react"
import { useTranslation } from "react-i18next"
import type { State } from "../../domain/product/state.ts"
import { neighbour } from "../../domain/views/lan.ts"
import { useSend, useView } from "../client/client.ts"
import type { Refused } from "../client/handle.ts"
import { refusedKey } from "../toasts/refused.ts"
import { Button } from "../ui/Button.tsx"
import { Dialog } from "../ui/Dialog.tsx"
import { Form } from "../ui/Form.tsx"
import type { DialogProps } from "./dialogProps.ts"
import { InlineError } from "./InlineError.tsx"
import { MacChoice, MacField, type MacOf } from "./MacChoice.tsx"

/** WAKE-1 to WAKE-3 for a device of this network: the native side wakes, now or never. */
export const WakeOverLanDialog = ({ subject: id, isOpen, onClose }: DialogProps) => {
  const { t } = useTranslation()
  const form = useId()
  const reach = useView(useCallback((state: State) => neighbour(state, id), [id]))
  const [choice, setChoice] = useState<MacOf>("bound")
  const [mac, setMac] = useState("")
  const send = useSend()
  const [isPending, setPending] = useState(false)
  const [refused, setRefused] = useState<Refused | null>(null)
  const forget = () => setRefused(null)
  const hasBoundMac = reach?.hasBoundMac ?? false
  const isManual = choice === "manual" || !hasBoundMac
  const reason = refused === null ? null : t(refusedKey(refused))
  const submit = () => {
    setPending(true)
    forget()
    const settle = (why: Refused | null) => {
      setPending(false)
      setRefused(why)
    }
    send({ type: "WakeOverLan", id, mac: isManual ? mac : null }, settle, () => {
      settle(null)
      onClose()
    })
  }
  const isAboutMac = isManual && refused === "invalidMac"
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t("dialog.wake.title", { name: reach?.name ?? "" })}
      actions={
        <>
          <Button onPress={onClose}>{t("common.action.cancel")}</Button>
          <Button variant="primary" type="submit" form={form} isPending={isPending}>
            {t("dialog.wake.submit")}
          </Button>
        </>
      }
    >
      <Form id={form} className="stack" onSubmit={submit}>
        <MacChoice
          hasBoundMac={hasBoundMac}
          value={choice}
          onChange={(next) => {
            setChoice(next)
            forget()
          }}
        />
        {isManual ? (
          <MacField
            value={mac}
            onChange={(text) => {
              setMac(text)
              forget()
            }}
            error={isAboutMac ? (reason ?? undefined) : undefined}
          />
        ) : (
          <p className="muted">{t("dialog.wake.boundBody")}</p>
        )}
      </Form>
      <InlineError text={isAboutMac ? null : reason} />
    </Dialog>
  )
}
