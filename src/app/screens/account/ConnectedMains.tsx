import { memo, useRef } from "react"
import { useTranslation } from "react-i18next"
import { type ConnectedMain, connectedMain, type ConnectedMains as View } from "../../../domain/views/account.ts"
import { useViewOf } from "../../client/client.ts"
import { useNow } from "../../client/clock.ts"
import { useOpenDialog } from "../../dialogs/useOpenDialog.ts"
import { useFormat } from "../../i18n/useFormat.ts"
import { ListAge } from "../../lists/ListAge.tsx"
import { ListNote } from "../../lists/ListNote.tsx"
import { useAsk } from "../../toasts/useAsk.ts"
import { Button } from "../../ui/Button.tsx"
import { Glyph } from "../../ui/Glyph.tsx"
import { IconButton } from "../../ui/IconButton.tsx"
import { AcceptIcon, CloseIcon, DisconnectIcon } from "../../ui/icons.ts"
import { Name } from "../../ui/Name.tsx"
import { Section } from "../../ui/Section.tsx"
import { usePageRows, WHOLE_MAX } from "../../ui/windowed.ts"
import { SetbackNote } from "./SetbackNote.tsx"

interface ChipPosition {
  /** The position in the list, from 1. */
  readonly position: number
  readonly of: number
}

const Shown = ({ main, position, of }: ChipPosition & { readonly main: ConnectedMain }) => {
  const { t } = useTranslation()
  const open = useOpenDialog()
  const { id, name, email, devices, leaving } = main
  return (
    <li className="chip lg" title={email} aria-posinset={position} aria-setsize={of}>
      <Glyph name="shared" />
      <Name of={name} className="cut" />
      {leaving === null ? (
        <>
          {devices !== null && devices > 0 && (
            <span className="faint">{t("pages.account.mains.devices", { count: devices })}</span>
          )}
          <IconButton
            icon={DisconnectIcon}
            label={t("pages.account.mains.disconnect", { name })}
            small
            smallIcon
            onPress={() => open("disconnect", { subject: id })}
          />
        </>
      ) : (
        <>
          <Glyph name={leaving} />
          <span className="pending">{t("pages.account.mains.leaving")}</span>
        </>
      )}
    </li>
  )
}

const Chip = memo(({ id, ...position }: ChipPosition & { readonly id: string }) => {
  const main = useViewOf(connectedMain, id)
  return main ? <Shown main={main} {...position} /> : null
})

const Awaiting = ({
  at,
  position,
  of,
  onDismiss,
}: ChipPosition & { readonly at: number; readonly onDismiss: () => void }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow()
  return (
    <li className="chip lg wait" aria-posinset={position} aria-setsize={of}>
      <Glyph name="waiting" />
      <span className="pending">{t("pages.account.mains.waiting")}</span>
      <span className="faint">{t("pages.account.mains.since", { time: format.minute(at, now) })}</span>
      <IconButton icon={CloseIcon} label={t("pages.account.mains.stopWaiting")} small smallIcon onPress={onDismiss} />
    </li>
  )
}

/** The height of a chip and the gap below it in a long list, px; as in account.css. */
const CHIP = { pitch: 44 }

/** Many chips are in columns, and only the visible ones are in the page. */
const ManyChips = ({ ids }: { readonly ids: readonly string[] }) => {
  const list = useRef<HTMLUListElement>(null)
  const { columns, first, last, before, after } = usePageRows(list, ids.length, CHIP)
  return (
    <ul ref={list} className="mains many" style={{ paddingBlockStart: before, paddingBlockEnd: after }}>
      {ids.slice(first * columns, last * columns).map((id, index) => (
        <Chip key={id} id={id} position={first * columns + index + 1} of={ids.length} />
      ))}
    </ul>
  )
}

/** A few chips are side by side, each as wide as its text. */
const Chips = ({
  ids,
  awaiting,
  onDismiss,
}: {
  readonly ids: readonly string[]
  readonly awaiting: readonly number[]
  readonly onDismiss: (at: number) => void
}) => {
  const isMany = ids.length > WHOLE_MAX
  const of = isMany ? awaiting.length : ids.length + awaiting.length
  return (
    <>
      {isMany && <ManyChips ids={ids} />}
      {of > 0 && (
        <ul className="mains">
          {!isMany && ids.map((id, index) => <Chip key={id} id={id} position={index + 1} of={of} />)}
          {awaiting.map((at, index) => (
            <Awaiting
              key={at}
              at={at}
              position={of - awaiting.length + index + 1}
              of={of}
              onDismiss={() => onDismiss(at)}
            />
          ))}
        </ul>
      )}
    </>
  )
}

/** The main accounts to which this one belongs as a sub-account (ACCOUNT-1, ACCOUNT-5). */
export const ConnectedMains = ({
  view,
  isShownBelow,
}: {
  readonly view: View
  /**
   * True when the list below shows already that nothing could be read. The same note here would push that list down.
   */
  readonly isShownBelow: boolean
}) => {
  const { t } = useTranslation()
  const open = useOpenDialog()
  const ask = useAsk()
  const section = useRef<HTMLElement>(null)
  const { account, list, ids, setbacks, awaiting } = view
  const stopWaiting = (acceptedAt: number) => {
    ask({ type: "DismissAwaiting", account, acceptedAt })
    /* The pressed button disappears. The focus goes to the first button that remains in the section. */
    section.current?.querySelector("button")?.focus()
  }
  const isEmpty = ids.length === 0 && awaiting.length === 0
  return (
    <Section
      place={section}
      title={t("pages.account.mains.title")}
      note={<span className="note">{t("pages.account.mains.body")}</span>}
      end={
        <>
          <span className="age">
            <ListAge list={list} />
          </span>
          <Button icon={AcceptIcon} onPress={() => open("acceptInvitation")}>
            {t("common.action.acceptInvitation")}
          </Button>
        </>
      }
    >
      {!(isShownBelow && list.readAt !== null) && (
        <ListNote list={list} onRetry={() => ask({ type: "Refresh", list: "mainAccounts", asked: true })} />
      )}
      {isEmpty && (
        <div className="no-mains">
          {list.status === "loading" && <span className="sk w-30" />}
          {list.status === "empty" && <p className="muted">{t("pages.account.mains.none")}</p>}
        </div>
      )}
      {!isEmpty && <Chips ids={ids} awaiting={awaiting} onDismiss={stopWaiting} />}
      {setbacks.map((setback) => (
        <SetbackNote key={setback.action} setback={setback} />
      ))}
    </Section>
  )
}
