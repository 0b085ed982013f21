import { type ReactNode, useId, useState } from "react"
import { useTranslation } from "react-i18next"
import { Dialog } from "../ui/Dialog.tsx"
import { Form } from "../ui/Form.tsx"
import { InlineError } from "../ui/InlineError.tsx"
import { Acts } from "./Acts.tsx"
import { MacChoice, MacField, type MacOf } from "./MacChoice.tsx"
import { RecentMacs } from "./RecentMacs.tsx"
import type { useAttempt } from "./useAttempt.ts"

/** WAKE-1 and WAKE-2: the bound MAC where there is one, or one typed in. */
export const WakeForm = ({
  isOpen,
  onClose,
  name,
  hasBoundMac,
  remembers = false,
  attempt: { isPending, refused, why, forget },
  onSubmit,
  children,
}: {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly name: string
  readonly hasBoundMac: boolean
  /** Offers the addresses that were used last. */
  readonly remembers?: boolean
  readonly attempt: Omit<ReturnType<typeof useAttempt>, "attempt">
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
        {isManual && <MacField value={mac} onChange={changeMac} error={isAboutMac ? (why ?? undefined) : undefined} />}
        {isManual && remembers && <RecentMacs onPick={changeMac} />}
        {!isManual && <p className="muted">{t("dialog.wake.boundBody")}</p>}
      </Form>
      {children}
      <InlineError text={isAboutMac ? null : why} />
    </Dialog>
  )
}
