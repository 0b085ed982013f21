import { Fragment, useState } from "react"
import { useTranslation } from "react-i18next"
import { Link, useLocation } from "react-router-dom"
import { bridgeRefusal, linuxTips, newerApp } from "../../domain/views/notices.ts"
import { useView } from "../client/client.ts"
import { useAsk } from "../toasts/useAsk.ts"
import { Banner } from "../ui/Banner.tsx"
import { Mono } from "../ui/Mono.tsx"
import { GetApp } from "./GetApp.tsx"

/** The page that shows each step, so that the banner has nothing to add there. */
const NETWORK = "/devices/network"

const refusals = {
  permission: ["layout.banner.bridgeForbidden", "layout.banner.bridgeForbiddenBody"],
  access: ["layout.banner.bridgeUnpaired", "layout.banner.bridgeUnpairedBody"],
} as const

/** The reason why the bridge cannot be reached although it runs, and a link to the steps against it (BRIDGE-4). */
const RefusedBanner = () => {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const why = useView(bridgeRefusal)
  const [dismissed, setDismissed] = useState<typeof why>(null)
  if (why === undefined || why === null || why === dismissed || pathname === NETWORK) return null
  const [title, body] = refusals[why]
  return (
    <Banner
      tone="warn"
      glyph="warning"
      title={t(title)}
      onDismiss={() => setDismissed(why)}
      actions={
        <Link className="btn" to={NETWORK}>
          {t("layout.banner.bridgeSteps")}
        </Link>
      }
    >
      {t(body)}
    </Banner>
  )
}

/** The native side knows a newer app. A person dismisses the notice once for each version (LAYOUT-4). */
const NewAppBanner = () => {
  const { t } = useTranslation()
  const ask = useAsk()
  const newer = useView(newerApp)
  if (newer === undefined || newer === null) return null
  const { from, to } = newer
  return (
    <Banner
      tone="info"
      title={t("layout.banner.newApp", { to })}
      onDismiss={() => ask({ type: "DismissVersionNotice", version: to })}
      actions={<GetApp isUpdate />}
    >
      {t("layout.banner.newAppBody", { from })}
    </Banner>
  )
}

/** The libraries that this Linux system lacks. Each leads to its entry of the help center (MSG-6). */
const LinuxTipsBanner = () => {
  const { t } = useTranslation()
  const ask = useAsk()
  const tips = useView(linuxTips)
  if (tips === undefined || tips === null) return null
  const { missing, dump } = tips
  return (
    <Banner
      tone="warn"
      glyph="warning"
      title={t(missing.length === 0 ? "layout.banner.linuxDump" : "layout.banner.linuxTips")}
      onDismiss={() => ask({ type: "DismissLinuxTips" })}
      actions={
        dump !== null && (
          <Link className="btn" to="/help-center">
            {t("layout.helpCenter")}
          </Link>
        )
      }
    >
      {missing.map((library, index) => (
        <Fragment key={library}>
          {index > 0 && " · "}
          <Link className="word" to={`/help-center#faq-${library}`}>
            {t(`layout.banner.linuxMissing.${library}`)}
          </Link>
        </Fragment>
      ))}
      {missing.length > 0 && dump !== null && <> {t("layout.banner.linuxDump")} </>}
      {dump !== null && <Mono>{dump}</Mono>}
    </Banner>
  )
}

/** Reports of the native side, the most serious first. */
export const NativeBanners = () => (
  <>
    <RefusedBanner />
    <LinuxTipsBanner />
    <NewAppBanner />
  </>
)
