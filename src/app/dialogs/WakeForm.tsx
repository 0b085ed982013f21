import { type ReactNode, useId, useState } from "react"
import { useTranslation } from "react-i18next"
import type { Refused } from "../client/handle.ts"
import { refusedKey } from "../toasts/refused.ts"
import { Dialog } from "../ui/Dialog.tsx"
import { Form } from "../ui/Form.tsx"
import { Acts } from "./Acts.tsx"
import { InlineError } from "./InlineError.tsx"
import { MacChoice, MacField, type MacOf } from "./MacChoice.tsx"
import { RecentMacs } from "./RecentMacs.tsx"

/** WAKE-1 and WAKE-2: the bound MAC where there is one, or one typed in. */
export const WakeForm = ({
  isOpen,
  onClose,
  name,
  hasBoundMac,
  remembers = false,
  attempt: { isPending, refused, forget },
  onSubmit,
  children,
}: {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly name: string
  readonly hasBoundMac: boolean
  /** Offers the addresses that were used last. */
  readonly remembers?: boolean
  readonly attempt: { readonly isPending: boolean; readonly refused: Refused | null; readonly forget: () => void }
  /** Null for the bound MAC. */
  readonly onSubmit: (mac: string | null) => void
  readonly children?: ReactNode
}) => {
  const { t } = useTranslation()
  const form = useId()
  const [choice, setChoice] = useState<MacOf>("bound")
  const [mac, setMac] = useState("")
  const isManual = choice === "manual" || !hasBoundMac
  const changeMac = (text: string) => {
    setMac(text)
    forget()
  }
  const changeChoice = (next: MacOf) => {
    setChoice(next)
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
        <Acts onCancel={onClose} form={form} isPending={isPending}>
          {t("dialog.wake.submit")}
        </Acts>
      }
    >
      <Form id={form} className="stack" onSubmit={() => onSubmit(isManual ? mac : null)}>
        <MacChoice hasBoundMac={hasBoundMac} value={choice} onChange={changeChoice} />
        {isManual && (
          <MacField value={mac} onChange={changeMac} error={isAboutMac ? (reason ?? undefined) : undefined} />
        )}
        {isManual && remembers && <RecentMacs onPick={changeMac} />}
        {!isManual && <p className="muted">{t("dialog.wake.boundBody")}</p>}
      </Form>
      {children}
      <InlineError text={isAboutMac ? null : reason} />
    </Dialog>
  )
}
