import { useId } from "react"
import { useTranslation } from "react-i18next"
import type { SubAccountsView } from "../../../domain/views/subAccounts.ts"
import { useSingleKey } from "../../commands/useKeys.ts"
import type { OpenDialog } from "../../dialogs/useAccountDialogs.tsx"
import { useFormat } from "../../i18n/useFormat.ts"
import { ListAge, ListNote } from "../../sharing/ListNote.tsx"
import { useAsk } from "../../toasts/useAsk.ts"
import { Button } from "../../ui/Button.tsx"
import { EmptyState } from "../../ui/EmptyState.tsx"
import { IconButton } from "../../ui/IconButton.tsx"
import { InviteIcon, RefreshIcon } from "../../ui/icons.ts"
import { InvitationStrip } from "./InvitationStrip.tsx"
import { SubAccountRow } from "./SubAccountRow.tsx"

const SKELETON_ROWS = ["first", "second", "third"]

const Loading = () => {
  const { t } = useTranslation()
  return (
    <div role="status">
      <span className="vh">{t("common.state.loading")}</span>
      <ul className="subs" aria-hidden="true">
        {SKELETON_ROWS.map((row) => (
          <li key={row} className="sub-row">
            <div className="who">
              <span className="sk w-45" />
            </div>
            <span className="sk w-40" />
            <span className="sk w-45" />
            <span className="sk fix when" />
            <span />
          </li>
        ))}
      </ul>
    </div>
  )
}

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

/** SUB-1: the accounts this one shares devices with, in each state of the list. */
export const SubAccounts = ({ view, onOpen }: { readonly view: SubAccountsView; readonly onOpen: OpenDialog }) => {
  const { t } = useTranslation()
  const { number } = useFormat()
  const title = useId()
  const ask = useAsk()
  const { list, rows } = view
  const refreshKey = useSingleKey("refresh").aria
  const inviteKey = useSingleKey("invite").aria
  const refresh = () => ask({ type: "RefreshSharing", list: "subAccounts", asked: true })
  return (
    <section className="sec" aria-labelledby={title}>
      <div className="sec-head">
        <div className="grow">
          <h2 id={title}>{t("pages.account.subs.title")}</h2>
          {rows.length > 0 && <span className="note">{number(rows.length)}</span>}
        </div>
        <div className="reread">
          <ListAge list={list} />
          <IconButton
            icon={RefreshIcon}
            label={t("pages.account.subs.refresh")}
            keyShortcuts={refreshKey}
            isPending={list.refreshing}
            onPress={refresh}
          />
        </div>
        <Button variant="primary" icon={InviteIcon} keyShortcuts={inviteKey} onPress={() => onOpen("invitation")}>
          {t("common.action.sendInvitation")}
        </Button>
      </div>
      <InvitationStrip onOpen={onOpen} />
      <ListNote list={list} onRetry={refresh} />
      {list.status === "loading" && <Loading />}
      {list.status === "empty" && (
        <EmptyState title={t("pages.account.subs.empty")}>{t("pages.account.subs.emptyBody")}</EmptyState>
      )}
      {list.status === "list" && (
        <>
          <Columns />
          <ul className="subs" aria-labelledby={title}>
            {rows.map((row) => (
              <SubAccountRow key={row.id} row={row} onOpen={onOpen} />
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
