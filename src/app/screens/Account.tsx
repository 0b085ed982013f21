import { useEffect, useRef } from "react"
import { useTranslation } from "react-i18next"
import { useLocation } from "react-router-dom"
import type { State } from "../../domain/product/state.ts"
import { connectedMains, ownAccount } from "../../domain/views/account.ts"
import { subAccountsView } from "../../domain/views/subAccounts.ts"
import { useStart, useView } from "../client/client.ts"
import { useOpenDialog } from "../dialogs/useOpenDialog.ts"
import { SignInLink } from "../flows/SignInLink.tsx"
import { usePage } from "../focus/usePage.ts"
import { useOpening } from "../loading/useOpening.ts"
import { useExpectsUser } from "../preferences/useExpectsUser.ts"
import { heldInvitation } from "../sharing/invitationLink.ts"
import { PhoneFoot } from "../shell/PhoneFoot.tsx"
import { EmptyState } from "../ui/EmptyState.tsx"
import { ConnectedMains } from "./account/ConnectedMains.tsx"
import { useInvitation } from "./account/InvitationStrip.tsx"
import { OwnAccount } from "./account/OwnAccount.tsx"
import { SubAccounts } from "./account/SubAccounts.tsx"
import { useFreshSharing } from "./account/useFreshSharing.ts"

const SignedOut = () => {
  const { t } = useTranslation()
  return (
    <section className="sec">
      <EmptyState
        title={t("pages.account.signedOut")}
        actions={<SignInLink className="btn primary">{t("common.action.signIn")}</SignInLink>}
      >
        {t(heldInvitation() === null ? "pages.account.signedOutBody" : "pages.account.invitedBody")}
      </EmptyState>
    </section>
  )
}

/**
 * Opens the dialog with the code filled in for a signed-in person who came by the link of an invitation. The person
 * sends it.
 */
const useHeldInvitation = (isSignedIn: boolean): void => {
  const open = useOpenDialog()
  // In the window of a program a link may arrive while this page is shown.
  const { key } = useLocation()
  const offered = useRef("")
  useEffect(() => {
    if (!isSignedIn || offered.current === key || heldInvitation() === null) return
    offered.current = key
    open("acceptInvitation")
  }, [isSignedIn, open, key])
}

const isConnected = ({ connection }: State): boolean => connection.status === "online"

/** The longest time that a person waits for the server's lists before leaving, ms. */
const READ_WITHIN_MS = 5_000

/** The sections below wait until the ones above are read, so that nothing is pushed down. Once shown they stay. */
const Sections = ({ isLoading }: { readonly isLoading: boolean }) => {
  useFreshSharing()
  const account = useView(ownAccount)
  const mains = useView(connectedMains)
  const subs = useView(subAccountsView)
  useHeldInvitation(account !== undefined && account !== null)
  const isUnread = [mains, subs].some((view) => view?.list.status === "loading")
  const isOnline = useView(isConnected) ?? true
  const isFootOpening = useOpening(!isLoading, !(isOnline && isUnread), READ_WITHIN_MS)
  const invitation = useInvitation()
  const isOpening = useOpening(mains !== undefined, mains?.list.status !== "loading" && invitation.isCodeKnown)
  return (
    <>
      {account && <OwnAccount account={account} />}
      {mains && <ConnectedMains view={mains} isShownBelow={subs?.list.failure != null} />}
      {subs && !isOpening && <SubAccounts view={subs} invitation={invitation} />}
      {/* Also shown where no log can be opened, so that a person can leave. */}
      {!isFootOpening && <PhoneFoot />}
    </>
  )
}

/** ACCOUNT-1 and SUB-1; signed out it asks to sign in (ROUTE-3). */
export const Account = () => {
  const { t } = useTranslation()
  usePage(t("pages.account.title"))
  const account = useView(ownAccount)
  const isExpected = useExpectsUser(account === undefined ? undefined : account !== null)
  const isSignedOut = account === null && !isExpected
  const isLoading = useStart().phase === "loading"
  return (
    <div className="page">
      <div className="page-head">
        <h1>{t("pages.account.title")}</h1>
      </div>
      {isSignedOut ? <SignedOut /> : <Sections isLoading={isLoading} />}
      {isSignedOut && !isLoading && <PhoneFoot />}
    </div>
  )
}
