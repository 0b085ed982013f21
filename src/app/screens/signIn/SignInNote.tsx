import { useTranslation } from "react-i18next"
import { Link } from "react-router-dom"
import { endedUnasked } from "../../../domain/features/session/state.ts"
import { isOpen } from "../../../domain/outbox/action.ts"
import type { State } from "../../../domain/product/state.ts"
import { useView } from "../../client/client.ts"
import { useLanding } from "../../flows/askedPage.ts"
import { InlineNote } from "../../ui/InlineNote.tsx"

/** The remains of the last session: why it ended unasked, and how many actions wait for its account. */
const leftBehind = ({ session, outbox }: State) => {
  const { current, lastEnd } = session
  if (current !== null || lastEnd === null) return null
  let held = 0
  for (const action of outbox.actions.values()) if (isOpen(action) && action.account === lastEnd.account) held += 1
  return { reason: endedUnasked(session)?.reason ?? null, held }
}

const emailOf = ({ session }: State) => session.current?.email ?? null

/** The note above the sign-in form. `elsewhere` is the account that another tab has just signed in. */
export const SignInNote = ({ elsewhere }: { readonly elsewhere: string | null }) => {
  const { t } = useTranslation()
  const left = useView(leftBehind)
  const email = useView(emailOf)
  const back = useLanding()(elsewhere)
  if (elsewhere !== null && email)
    return (
      <InlineNote glyph="info" title={t("auth.signIn.elsewhere", { email })}>
        <Link className="link" to={back}>
          {t(back === "/devices" ? "pages.notFound.back" : "auth.signIn.goOn")}
        </Link>
      </InlineNote>
    )
  if (left === undefined || left === null || (left.reason === null && left.held === 0)) return null
  const held = left.held === 0 ? null : t("auth.signIn.held", { count: left.held })
  return left.reason !== null ? (
    <InlineNote glyph="held" title={t(left.reason === "lost" ? "common.error.signInLost" : "auth.signIn.sessionEnded")}>
      {held}
    </InlineNote>
  ) : (
    <InlineNote glyph="held" title={held ?? ""} />
  )
}
