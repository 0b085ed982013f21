import { type ReactNode, useId, useState } from "react"
import { Button } from "react-aria-components/Button"
import { useTranslation } from "react-i18next"
import { recentMacs } from "../../domain/features/recentMacs/feature.ts"
import type { State } from "../../domain/product/state.ts"
import { useView } from "../client/client.ts"
import { Dialog } from "../ui/Dialog.tsx"
import { Form } from "../ui/Form.tsx"
import { InlineError } from "../ui/InlineError.tsx"
import { SegmentedRadio } from "../ui/SegmentedRadio.tsx"
import { TextField } from "../ui/TextField.tsx"
import { Acts } from "./Acts.tsx"
import type { useAttempt } from "./useAttempt.ts"

const MacField = ({
  value,
  onChange,
  error,
}: {
  readonly value: string
  readonly onChange: (text: string) => void
  readonly error: string | undefined
}) => {
  const { t } = useTranslation()
  return (
    <TextField
      label={t("common.field.mac")}
      value={value}
      onChange={onChange}
      autoFocus
      autoComplete="off"
      ltr
      mono
      hint={t("dialog.wake.macHint")}
      error={error}
    />
  )
}

type MacOf = "bound" | "manual"

/** The choice of the MAC address; nothing without a bound one. */
const MacChoice = ({
  hasBoundMac,
  value,
  onChange,
}: {
  readonly hasBoundMac: boolean
  readonly value: MacOf
  readonly onChange: (next: MacOf) => void
}) => {
  const { t } = useTranslation()
  if (!hasBoundMac) return <p className="muted">{t("dialog.wake.noBound")}</p>
  return (
    <SegmentedRadio
      label={t("dialog.wake.choice")}
      labelHidden
      value={value}
      onChange={onChange}
      options={[
        { value: "bound", label: t("dialog.wake.bound") },
        { value: "manual", label: t("dialog.wake.manual") },
      ]}
    />
  )
}

const recent = ({ wakes, session }: State) => recentMacs(wakes, session.current?.account ?? null)

/** WAKE-4: the recent MAC addresses. A press puts one into the field. */
const RecentMacs = ({ onPick }: { readonly onPick: (mac: string) => void }) => {
  const { t } = useTranslation()
  const title = useId()
  const macs = useView(recent) ?? []
  if (macs.length === 0) return null
  return (
    <div className="tag-group">
      <p className="label" id={title}>
        {t("dialog.wake.recent")}
      </p>
      <ul className="tag-list" aria-labelledby={title}>
        {macs.map((mac) => (
          <li key={mac}>
            <Button className="chip mono" onPress={() => onPick(mac)}>
              <bdi dir="ltr">{mac}</bdi>
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}

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
  /** True to offer the recent addresses. */
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
