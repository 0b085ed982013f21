import { useTranslation } from "react-i18next"
import { Link } from "react-router-dom"
import type { State } from "../../domain/model/state.ts"
import { shownAccountName } from "../../domain/outbox/overlay.ts"
import { useView } from "../client/client.ts"
import { useNow } from "../client/clock.ts"
import { useAccountDialog } from "../dialogs/useAccountDialog.tsx"
import { useFormat } from "../i18n/useFormat.ts"
import { usePage } from "../shell/usePage.ts"
import { EmptyState } from "../ui/EmptyState.tsx"
import { IconButton } from "../ui/IconButton.tsx"
import { RenameIcon } from "../ui/icons.ts"
import { Pending } from "../ui/Pending.tsx"

const viewOf = ({ session: { current }, outbox }: State) =>
  current === null ? null : { ...current, shownName: shownAccountName(outbox, current.account, current.name) }

const SignedOut = () => {
  const { t } = useTranslation()
  return (
    <section className="sec">
      <EmptyState
        title={t("pages.account.signedOut")}
        actions={
          <Link className="btn primary" to="/signin">
            {t("common.action.signIn")}
          </Link>
        }
      >
        {t("pages.account.signedOutBody")}
      </EmptyState>
    </section>
  )
}

type Account = NonNullable<ReturnType<typeof viewOf>>

const MainAccount = ({ account }: { readonly account: Account }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow()
  const { dialog, openDialog } = useAccountDialog(account.shownName)
  const isPending = account.shownName !== account.name
  return (
    <>
      <dl className="facts-card">
        <div>
          <dt>{t("pages.account.name")}</dt>
          <dd>
            {isPending ? <Pending value={account.shownName} before={account.name} /> : <bdi>{account.name}</bdi>}
            <IconButton icon={RenameIcon} label={t("pages.account.rename")} small smallIcon onPress={openDialog} />
          </dd>
        </div>
        <div>
          <dt>{t("pages.account.email")}</dt>
          <dd>
            <bdi>{account.email}</bdi>
          </dd>
        </div>
        <div>
          <dt>{t("pages.account.server")}</dt>
          <dd>
            <bdi>{new URL(account.server).host}</bdi>
          </dd>
        </div>
        <div>
          <dt>{t("pages.account.signedInAt")}</dt>
          <dd className="num">{format.moment(account.loginAt, now)}</dd>
        </div>
        <div>
          <dt>{t("pages.account.since")}</dt>
          <dd className="num">{format.day(account.createdAt)}</dd>
        </div>
      </dl>
      {dialog}
    </>
  )
}

/** ACCOUNT-1, as far as the own account goes; signed out it asks to sign in (ROUTE-3). */
export const Account = () => {
  const { t } = useTranslation()
  usePage(t("pages.account.title"))
  const account = useView(viewOf)
  return (
    <div className="page">
      <div className="page-head">
        <h1>{t("pages.account.title")}</h1>
      </div>
      {account === null && <SignedOut />}
      {account !== null && account !== undefined && <MainAccount account={account} />}
    </div>
  )
}
