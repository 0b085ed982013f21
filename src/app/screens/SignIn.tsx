import { memo, useCallback, useDeferredValue, useEffect, useEffectEvent, useState } from "react"
import { useTranslation } from "react-i18next"
import { Link, useLocation, useNavigate } from "react-router-dom"
import { type AccountKey, accountKey } from "../../domain/values/identity.ts"
import type { ServerUrl } from "../../domain/values/serverUrl.ts"
import { useHandle, useSend } from "../client/client.ts"
import { useServerFault } from "../client/serverFault.ts"
import { useAsked, useLanding } from "../flows/askedPage.ts"
import { failureKey, type ShownFailure } from "../flows/failureKey.ts"
import { useFocusSoon } from "../focus/useFocusSoon.ts"
import { usePage } from "../focus/usePage.ts"
import { heldInvitation } from "../sharing/invitationLink.ts"
import { Button } from "../ui/Button.tsx"
import { Form } from "../ui/Form.tsx"
import { Glyph } from "../ui/Glyph.tsx"
import { PasswordField } from "../ui/PasswordField.tsx"
import { type Arrival, arrivalOf, arrivedWith } from "./auth/arrival.ts"
import { EmailField } from "./auth/EmailField.tsx"
import { ServerChoice } from "./auth/ServerChoice.tsx"
import { useTyped } from "./auth/useTyped.ts"
import { Sample } from "./signIn/Sample.tsx"
import { SignInNote } from "./signIn/SignInNote.tsx"
import { useReturning } from "./signIn/useReturning.ts"
import { useSignIn } from "./signIn/useSignIn.ts"

/** Calls `hear` with an account that another tab signs in while no account is signed in here. */
const useSignedInElsewhere = (hear: (account: AccountKey) => void): void => {
  const handle = useHandle()
  const heard = useEffectEvent(hear)
  useEffect(
    () =>
      handle?.onEvents((events, { session }) => {
        if (session.current !== null) return
        for (const { type, tab, payload } of events)
          if (type === "SignedIn" && tab !== handle.tab) heard(accountKey(payload))
      }),
    [handle],
  )
}

/** A link to the form for a new password, with the typed values. */
const ToReset = ({ typed }: { readonly typed: Arrival }) => {
  const { t } = useTranslation()
  return (
    <Link className="link" to="/reset-password" state={{ ...arrivalOf(typed), ...useAsked() }}>
      {t("auth.signIn.resetPassword")}
    </Link>
  )
}

/** A way in without an account (AUTH-3), and links for people who cannot sign in yet. */
const OtherWays = memo(({ typed }: { readonly typed: Arrival }) => {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const send = useSend()
  const landing = useLanding()
  const asked = useAsked()
  const skip = () => {
    send({ type: "EnterAsGuest" })
    navigate(landing(null))
  }
  return (
    <>
      <Button variant="plain" wide onPress={skip}>
        {t("auth.signIn.skip")}
      </Button>
      <p className="auth-links">
        <Link className="link" to="/signup" state={asked}>
          {t("auth.signIn.signUp")}
        </Link>
        <ToReset typed={typed} />
      </p>
    </>
  )
})

/** The reason why the sign-in failed, and the next steps. */
const Failed = ({
  failure,
  hint,
  isOffline,
  called,
  typed,
}: {
  readonly failure: ShownFailure
  readonly hint: string | null
  readonly isOffline: boolean
  readonly called: ServerUrl | null
  readonly typed: Arrival
}) => {
  const { t } = useTranslation()
  const failed = failureKey("signIn", failure)
  const fault = useServerFault(failure === "connect" && !isOffline ? called : null)
  return (
    <p className="error" role="alert">
      <Glyph name="refused" />
      <span>
        <span>{t(failed)}</span> {failure === "notActivated" && <ToReset typed={typed} />}
        {failed === "common.error.signInFailed" && isOffline && (
          <span className="hint">{t("common.error.needsConnection")}</span>
        )}
        {fault !== null && called !== null && (
          <span className="hint">{t(`auth.signIn.fault.${fault}`, { server: called })}</span>
        )}
        {fault === null && hint !== null && <span className="hint">{hint}</span>}
      </span>
    </p>
  )
}

/** Sign in (AUTH-1 to AUTH-5). */
export const SignIn = () => {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { state } = useLocation()
  const form = useTyped(() => arrivedWith(state))
  const [untouched] = useState(form.typed)
  const { typed, change, passwordField } = useReturning(form.typed, form.change)
  const changePassword = useCallback((password: string) => change({ password }), [change])
  const [elsewhere, setElsewhere] = useState<string | null>(null)
  const landing = useLanding()
  const enter = (account: string | null) => navigate(heldInvitation() === null ? landing(account) : "/account")
  const { submit, problems, isPending, failure, hint, isOffline, called, endsSession } = useSignIn(typed, enter)
  /* A person who has begun to type stays on this page. */
  useSignedInElsewhere((account) => (form.typed === untouched ? enter(account) : setElsewhere(account)))
  usePage(t("auth.signIn.title"), false)
  const emailField = useFocusSoon<HTMLInputElement>()
  /* The fields come first and the parts below them next. All at once would keep a slow phone from responding. */
  const isWhole = useDeferredValue(true, false)
  return (
    <>
      <Form className="auth-form" onSubmit={submit}>
        <h1 className="vh">{t("auth.signIn.title")}</h1>
        <SignInNote elsewhere={elsewhere} />
        <EmailField
          value={typed.email}
          onChange={change}
          inputRef={emailField}
          error={problems.email && t(problems.email)}
        />
        <PasswordField
          label={t("common.field.password")}
          value={typed.password}
          onChange={changePassword}
          inputRef={passwordField}
          name="password"
          autoComplete="current-password"
          error={problems.password && t(problems.password)}
        />
        {isWhole && (
          <>
            <ServerChoice typed={typed} problems={problems} onChange={change} />
            {endsSession && (
              <p className="hint" role="status">
                {t("auth.server.changeSignsOut")}
              </p>
            )}
            {failure && <Failed failure={failure} hint={hint} isOffline={isOffline} called={called} typed={typed} />}
            <Button variant="primary" wide type="submit" isPending={isPending}>
              {t("auth.signIn.submit")}
            </Button>
            <OtherWays typed={typed} />
          </>
        )}
      </Form>
      {isWhole && <Sample />}
    </>
  )
}
