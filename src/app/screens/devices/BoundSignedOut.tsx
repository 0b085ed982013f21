import { useTranslation } from "react-i18next"
import { answered } from "../../../domain/views/lan.ts"
import { useView } from "../../client/client.ts"
import { SignInLink } from "../../flows/SignInLink.tsx"
import { InlineNote } from "../../ui/InlineNote.tsx"
import { Section } from "../../ui/Section.tsx"
import { FirstSteps } from "./FirstSteps.tsx"
import { useSettled } from "./useSettled.ts"

/** What a guest reads in place of the list. `index.html` paints the same before the app is here. */
export const BoundSignedOut = () => {
  const { t } = useTranslation()
  return (
    <Section title={t("devices.bound.title")}>
      <InlineNote
        glyph="info"
        title={t("devices.signedOut.title")}
        action={<SignInLink className="btn">{t("common.action.signIn")}</SignInLink>}
      >
        {t("devices.signedOut.body")}
      </InlineNote>
    </Section>
  )
}

/** Somebody who sees devices of this network has come further than the first steps. */
export const GuestSteps = () => {
  const { t } = useTranslation()
  const isSettled = useSettled()
  const isAlone = useView(answered)?.own.length === 0
  return isAlone && isSettled ? <FirstSteps title={t("devices.steps.title")} /> : null
}
