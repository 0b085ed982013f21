import { useCallback, useLayoutEffect, useRef } from "react"
import { useTranslation } from "react-i18next"
import type { SubAccountsView } from "../../../domain/views/subAccounts.ts"
import { useSingleKey } from "../../commands/useKeys.ts"
import { useOpenDialog } from "../../dialogs/useOpenDialog.ts"
import { useFormat } from "../../i18n/useFormat.ts"
import { ListAge } from "../../lists/ListAge.tsx"
import { ListNote } from "../../lists/ListNote.tsx"
import { useAsk } from "../../toasts/useAsk.ts"
import { Button } from "../../ui/Button.tsx"
import { EmptyState } from "../../ui/EmptyState.tsx"
import { IconButton } from "../../ui/IconButton.tsx"
import { InviteIcon, RefreshIcon } from "../../ui/icons.ts"
import { Section } from "../../ui/Section.tsx"
import { useHold } from "../../ui/useHold.ts"
import { usePageRows } from "../../ui/windowed.ts"
import { InvitationStrip, type ShownInvitation } from "./InvitationStrip.tsx"
import { SubAccountRow } from "./SubAccountRow.tsx"

type Ids = readonly string[]

/** Accounts that are in the list keep their order. New ones come last. */
const heldOrder = (before: Ids, ids: Ids): Ids => {
  if (before === ids) return ids
  const [known, there] = [new Set(before), new Set(ids)]
  return [...before.filter((id) => there.has(id)), ...ids.filter((id) => !known.has(id))]
}

/**
 * The order of a list. While the list has the pointer or the focus, it keeps its order, so that a press hits the
 * intended row (UX-5).
 */
const useHeldOrder = (ids: Ids, isHeld: boolean): Ids => {
  const shown = useRef(ids)
  const order = isHeld ? heldOrder(shown.current, ids) : ids
  useLayoutEffect(() => {
    shown.current = order
  })
  return order
}

const SKELETON_ROWS = ["first", "second", "third"]

const Columns = () => {
  const { t } = useTranslation()
  return (
    <div className="sub-row cols" aria-hidden="true">
      <span>{t("common.field.name")}</span>
      <span>{t("pages.account.subs.columns.status")}</span>
      <span>{t("pages.account.subs.columns.devices")}</span>
      <span className="when">{t("pages.account.subs.columns.created")}</span>
      <span />
    </div>
  )
}

const Loading = () => {
  const { t } = useTranslation()
  return (
    <div role="status">
      <span className="vh">{t("common.state.loading")}</span>
      <Columns />
      <ul className="subs" aria-hidden="true">
        {SKELETON_ROWS.map((row) => (
          <li key={row} className="sub-row">
            <div className="who">
              <span className="sk w-45" />
            </div>
            <span className="sk w-40 stt" />
            <span className="sk w-45 dev" />
            <span className="sk fix when" />
            <span />
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The estimated height of a row, px. Its text may take more lines. */
const ROW_PX = 61

/** In a long list only the visible rows are in the page. Their order stays under a pointer and under the focus. */
const Rows = ({ ids: inOrder, label }: { readonly ids: readonly string[]; readonly label: string }) => {
  const list = useRef<HTMLUListElement>(null)
  const { isHeld, hold } = useHold()
  const ids = useHeldOrder(inOrder, isHeld)
  const keep = useCallback(
    (element: HTMLUListElement | null) => {
      list.current = element
      return hold(element)
    },
    [hold],
  )
  const { first, last, before, after, measure } = usePageRows(list, ids.length, { pitch: ROW_PX, keys: ids })
  return (
    <ul ref={keep} className="subs" aria-label={label} style={{ paddingBlockStart: before, paddingBlockEnd: after }}>
      {ids.slice(first, last).map((id, index) => (
        <SubAccountRow key={id} id={id} position={first + index + 1} of={ids.length} measure={measure} />
      ))}
    </ul>
  )
}

/** SUB-1: the accounts with which this one shares devices, in each state of the list. */
export const SubAccounts = ({
  view,
  invitation,
}: {
  readonly view: SubAccountsView
  readonly invitation: ShownInvitation
}) => {
  const { t } = useTranslation()
  const open = useOpenDialog()
  const { number } = useFormat()
  const ask = useAsk()
  const { list, ids } = view
  const title = t("pages.account.subs.title")
  const refreshKey = useSingleKey("refresh").aria
  const inviteKey = useSingleKey("invite").aria
  const refresh = () => ask({ type: "Refresh", list: "subAccounts", asked: true })
  /* The note may be about the main accounts as well. */
  const readBoth = () => {
    refresh()
    ask({ type: "Refresh", list: "mainAccounts", asked: false })
  }
  return (
    <Section
      title={title}
      note={ids.length > 0 && <span className="note">{number(ids.length)}</span>}
      end={
        <>
          <div className="reread">
            <ListAge list={list} />
            <IconButton
              icon={RefreshIcon}
              label={t("common.action.refresh")}
              keyShortcuts={refreshKey}
              isPending={list.refreshing}
              onPress={refresh}
            />
          </div>
          <Button variant="primary" icon={InviteIcon} keyShortcuts={inviteKey} onPress={() => open("invitation")}>
            {t("common.action.sendInvitation")}
          </Button>
        </>
      }
    >
      <InvitationStrip invitation={invitation.invitation} code={invitation.code} />
      {list.status === "loading" && <Loading />}
      {list.status === "empty" && (
        <EmptyState title={t("pages.account.subs.empty")}>{t("pages.account.subs.emptyBody")}</EmptyState>
      )}
      {list.status === "list" && (
        <>
          <Columns />
          <Rows ids={ids} label={title} />
        </>
      )}
      {/* The note is below the list, because above it would push the list down. */}
      <ListNote list={list} onRetry={readBoth} />
    </Section>
  )
}
