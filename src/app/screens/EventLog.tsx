import { useTranslation } from "react-i18next"
import { Link } from "react-router-dom"
import { useFormat } from "../i18n/useFormat.ts"
import type { OpenedLog } from "../log/openedLog.ts"
import { useLogVersion, useOwnLog } from "../log/useOpenedLog.ts"
import { usePage } from "../shell/usePage.ts"
import { Icon } from "../ui/Icon.tsx"
import { BackIcon } from "../ui/icons.ts"
import { LogView } from "./log/LogView.tsx"
import { useLogChoice } from "./log/useLogChoice.ts"

const DAY_MS = 86_400_000

const Extent = ({ opened }: { readonly opened: OpenedLog }) => {
  const { t } = useTranslation()
  const { duration } = useFormat()
  useLogVersion(opened)
  const { index } = opened
  const count = Math.max(0, opened.last - index.first + 1)
  const span = Math.max(0, index.timeOf(index.last) - index.timeOf(index.first))
  const whole = span > DAY_MS ? Math.round(span / DAY_MS) * DAY_MS : span
  return <p className="sub num">{t("pages.log.extent", { n: count, duration: duration(whole) })}</p>
}

const Now = () => {
  const { t } = useTranslation()
  return (
    <div className="lognow">
      <h2>{t("pages.log.now")}</h2>
      <p>{t("pages.log.nowBody")}</p>
    </div>
  )
}

/** SETTINGS-4, EVENT-6: what was recorded, event by event, and the screens as they were. */
export const EventLog = () => {
  const { t } = useTranslation()
  const [choice, choose] = useLogChoice()
  const opened = useOwnLog()
  usePage(t("pages.log.title"))
  return (
    <div className="logv">
      <header className="logv-head">
        <Link className="icon" to="/settings" aria-label={t("pages.log.toSettings")} title={t("pages.log.toSettings")}>
          <Icon of={BackIcon} flip />
        </Link>
        <h1>{t("pages.log.title")}</h1>
        {opened !== null && <Extent opened={opened} />}
      </header>
      {opened !== null && (
        <LogView opened={opened} choice={choice} choose={choose}>
          <Now />
        </LogView>
      )}
    </div>
  )
}
