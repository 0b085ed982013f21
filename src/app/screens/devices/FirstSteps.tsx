import { useTranslation } from "react-i18next"
import { Link } from "react-router-dom"
import type { State } from "../../../domain/product/state.ts"
import { isHere } from "../../../domain/views/lan.ts"
import { useView } from "../../client/client.ts"
import { useOpenDialog } from "../../dialogs/useOpenDialog.ts"
import { SignInLink } from "../../flows/SignInLink.tsx"
import { GetApp } from "../../shell/GetApp.tsx"
import { Button } from "../../ui/Button.tsx"
import { Name } from "../../ui/Name.tsx"
import { Step } from "../../ui/Step.tsx"

const emailOf = ({ session }: State): string | null => session.current?.email ?? null

const AppStep = ({ state }: { readonly state: "done" | "now" | "later" }) => {
  const { t } = useTranslation()
  const isDone = state === "done"
  return (
    <Step
      n={2}
      title={t("devices.steps.app")}
      state={state}
      said={isDone ? t("devices.steps.done") : t("devices.steps.notFound")}
    >
      {!isDone && (
        <>
          <p>{t("devices.steps.appBody")}</p>
          <div className="row">
            <GetApp className={state === "now" ? "btn primary" : "btn"} />
            <Link className="btn" to="/devices/network">
              {t("devices.lan.howTo")}
            </Link>
          </div>
        </>
      )}
    </Step>
  )
}

/** The way to a first device: three steps, each with its true state. Without an account the first one waits. */
export const FirstSteps = ({ title, body }: { readonly title: string; readonly body?: string }) => {
  const { t } = useTranslation()
  const open = useOpenDialog()
  const email = useView(emailOf) ?? null
  const connected = useView(isHere) ?? false
  const isGuest = email === null
  const bindState = !isGuest && connected ? "now" : "later"
  return (
    <div className="void first">
      <span className="rest" aria-hidden="true" />
      <h3>{title}</h3>
      {body !== undefined && <p>{body}</p>}
      <ol className="steps" aria-label={t("devices.steps.title")}>
        <Step
          n={1}
          title={t("devices.steps.account")}
          state={isGuest ? "now" : "done"}
          {...(!isGuest && { said: t("devices.steps.done") })}
        >
          {isGuest ? (
            <div className="row">
              <SignInLink className="btn primary">{t("common.action.signIn")}</SignInLink>
            </div>
          ) : (
            <p>
              <Name of={email} />
            </p>
          )}
        </Step>
        <AppStep state={connected ? "done" : isGuest ? "later" : "now"} />
        <Step n={3} title={t("devices.steps.bind")} state={bindState}>
          <p>{t("devices.steps.bindBody")}</p>
        </Step>
      </ol>
      {/* Who was invited needs no device of their own. */}
      {!isGuest && <Button onPress={() => open("acceptInvitation")}>{t("common.action.acceptInvitation")}</Button>}
    </div>
  )
}
