import { useTranslation } from "react-i18next"
import { Link } from "react-router-dom"
import type { State } from "../../../domain/product/state.ts"
import { pages } from "../../../domain/values/routes.ts"
import { isHere } from "../../../domain/views/lan.ts"
import { useView } from "../../client/client.ts"
import { useOpenDialog } from "../../dialogs/useOpenDialog.ts"
import { GetApp } from "../../shell/GetApp.tsx"
import { Button } from "../../ui/Button.tsx"
import { Name } from "../../ui/Name.tsx"
import { Step } from "../../ui/Step.tsx"
import { useNarrow, useTouch } from "../../ui/useMedia.ts"

const emailOf = ({ session }: State): string | null => session.current?.email ?? null

/** True on a phone, where no desktop app runs, so the steps offer no download. */
const useIsPhone = (): boolean => {
  const [narrow, touch] = [useNarrow(), useTouch()]
  return narrow && touch
}

const AppStep = ({ n, isDone }: { readonly n: number; readonly isDone: boolean }) => {
  const { t } = useTranslation()
  const isPhone = useIsPhone()
  if (isDone)
    return <Step n={n} title={t("devices.steps.appDone")} state="done" said={t("devices.viewer.phase.connected")} />
  return (
    <Step n={n} title={t("devices.steps.app")} state="now" said={t("devices.steps.notFound")}>
      <p>{t(isPhone ? "devices.steps.appPhone" : "devices.steps.appBody")}</p>
      {!isPhone && (
        <div className="row">
          <GetApp className="btn primary" />
          <Link className="btn" to={pages.network.path}>
            {t("devices.lan.howTo")}
          </Link>
        </div>
      )}
    </Step>
  )
}

/** The steps of a guest, who needs no account for devices of this network. The button to sign in is above. */
const GuestSteps = ({ isConnected }: { readonly isConnected: boolean }) => {
  const { t } = useTranslation()
  return (
    <ol className="steps" aria-label={t("devices.steps.titleGuest")}>
      <AppStep n={1} isDone={isConnected} />
      <Step n={2} title={t("devices.steps.plug")} state={isConnected ? "now" : "later"}>
        <p>{t("devices.steps.plugBody")}</p>
      </Step>
    </ol>
  )
}

const AccountSteps = ({ email, isConnected }: { readonly email: string; readonly isConnected: boolean }) => {
  const { t } = useTranslation()
  return (
    <ol className="steps" aria-label={t("devices.steps.title")}>
      <Step n={1} title={t("devices.steps.account")} state="done" said={t("devices.steps.done")}>
        <p>
          <Name of={email} />
        </p>
      </Step>
      <AppStep n={2} isDone={isConnected} />
      <Step n={3} title={t("devices.steps.bind")} state={isConnected ? "now" : "later"}>
        <p>{t("devices.steps.bindBody")}</p>
        <Link className="link" to={pages.helpCenter.path}>
          {t("devices.steps.bindHow")}
        </Link>
      </Step>
    </ol>
  )
}

/** The steps to a first device, each with its current state. */
export const FirstSteps = ({ title, body }: { readonly title: string; readonly body?: string }) => {
  const { t } = useTranslation()
  const open = useOpenDialog()
  const email = useView(emailOf) ?? null
  const isConnected = useView(isHere) ?? false
  return (
    <div className="void first">
      <span className="rest" aria-hidden="true" />
      <h3>{title}</h3>
      {body !== undefined && <p>{body}</p>}
      {email === null ? (
        <GuestSteps isConnected={isConnected} />
      ) : (
        <AccountSteps email={email} isConnected={isConnected} />
      )}
      {/* Who was invited needs no device of their own. */}
      {email !== null && (
        <Button onPress={() => open("acceptInvitation")}>{t("common.action.acceptInvitation")}</Button>
      )}
    </div>
  )
}
