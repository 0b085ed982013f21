import { memo } from "react"
import { useTranslation } from "react-i18next"
import { type SubAccountRow as Row, type SubAccountStatus, subAccountRow } from "../../../domain/views/subAccounts.ts"
import { useViewOf } from "../../client/client.ts"
import { useFormat } from "../../i18n/useFormat.ts"
import { useAsk } from "../../toasts/useAsk.ts"
import { Button } from "../../ui/Button.tsx"
import { Glyph, type GlyphName, type GlyphTone } from "../../ui/Glyph.tsx"
import { Name } from "../../ui/Name.tsx"
import { Pending } from "../../ui/Pending.tsx"
import { SetbackNote } from "./SetbackNote.tsx"
import { SubAccountMenu } from "./SubAccountMenu.tsx"

const signs: Readonly<Record<SubAccountStatus, readonly [GlyphName, GlyphTone]>> = {
  pending: ["waiting", "off"],
  accepted: ["pending", "warn"],
  active: ["online", "ok"],
  disabled: ["disabled", "off"],
}

const changeWord = ({ status, change }: Row) => {
  if (change?.to === "removed") return "removing"
  if (change?.to === "disabled") return "disabling"
  return status === "disabled" ? "enabling" : "approving"
}

const Status = ({ row }: { readonly row: Row }) => {
  const { t } = useTranslation()
  const [sign, tone] = signs[row.status]
  return (
    <div className="stt">
      <span>
        <Glyph name={sign} tone={tone} />
        {t(`pages.account.subs.status.${row.status}`)}
      </span>
      {row.change !== null && (
        <span className="asked">
          <Glyph name={row.change.state} />
          <span className="pending">{t(`pages.account.subs.change.${changeWord(row)}`)}</span>
          <span className="vh"> ({t("common.state.pending")})</span>
        </span>
      )}
    </div>
  )
}

/** The number of names that are shown before the rest is counted. */
const NAMES_SHOWN = 2

const Devices = ({ row: { devices, devicesPending } }: { readonly row: Row }) => {
  const { t } = useTranslation()
  const { number } = useFormat()
  const named = devices.filter(({ name }) => name !== null)
  const shown = named.slice(0, NAMES_SHOWN)
  const rest = shown.length === 0 ? 0 : devices.length - shown.length
  const comma = t("pages.account.subs.comma")
  const unnamed =
    devices.length === 0
      ? t("pages.account.subs.noDevices")
      : t("pages.account.mains.devices", { count: devices.length })
  return (
    <div className="dev" title={named.map(({ name }) => name).join(comma)}>
      {shown.length === 0 ? (
        <span className="faint">{unnamed}</span>
      ) : (
        <span className={devicesPending ? "cut pending" : "cut"}>
          {shown.map(({ did, name }, index) => (
            <span key={did}>
              {index > 0 && comma}
              <Name of={name ?? did} />
            </span>
          ))}
        </span>
      )}
      {rest > 0 && <span className="faint num">{t("pages.account.subs.more", { more: number(rest) })}</span>}
      {devicesPending && <span className="vh"> ({t("common.state.pending")})</span>}
    </div>
  )
}

interface RowPosition {
  /** The position in the list, from 1. */
  readonly position: number
  readonly of: number
  readonly measure: (row: Element | null) => void
}

/** A sub-account: name, state, visible devices, actions (SUB-1). */
const Shown = ({ row, position, of, measure }: RowPosition & { readonly row: Row }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const ask = useAsk()
  const { id, name, pendingName, email, pendingEmail, status, createdAt, may } = row
  const change = (state: 2 | 3) => ask({ type: "ChangeSubAccountState", accountId: id, state })
  return (
    <li
      ref={measure}
      className={status === "disabled" ? "sub-row is-off" : "sub-row"}
      data-index={position - 1}
      aria-posinset={position}
      aria-setsize={of}
    >
      <div className="who">
        <b>{pendingName === null ? <Name of={name} /> : <Pending value={name} before={pendingName.before} />}</b>
        <span className="cut">
          {pendingEmail === null ? <Name of={email} /> : <Pending value={email} before={pendingEmail.before} />}
        </span>
      </div>
      <Status row={row} />
      <Devices row={row} />
      <time className="when num" dateTime={format.iso(createdAt)} title={format.full(createdAt)}>
        {format.day(createdAt)}
      </time>
      <div className="do">
        {may.approve && <Button onPress={() => change(2)}>{t("common.action.approve")}</Button>}
        {may.enable && <Button onPress={() => change(2)}>{t("common.action.enable")}</Button>}
        <SubAccountMenu row={row} onChange={change} />
      </div>
      <SetbackNote setback={row.setback} />
    </li>
  )
}

/** Subscribes to its own sub-account, so that a change renders one row. */
export const SubAccountRow = memo(({ id, ...position }: RowPosition & { readonly id: string }) => {
  const row = useViewOf(subAccountRow, id)
  return row ? <Shown row={row} {...position} /> : null
})
