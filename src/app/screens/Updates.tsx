import { useTranslation } from "react-i18next"
import { Link } from "react-router-dom"
import { type CampaignView, campaignView } from "../../domain/views/campaign.ts"
import { useSend, useView } from "../client/client.ts"
import { useStore } from "../client/store.ts"
import { KeptImage } from "../dialogs/firmware/KeptImage.tsx"
import { LeftOut } from "../dialogs/firmware/LeftOut.tsx"
import { Rules } from "../dialogs/firmware/Rules.tsx"
import { usePage } from "../focus/usePage.ts"
import { devicesAddress } from "../lists/devicesAddress.ts"
import { PhoneFoot } from "../shell/PhoneFoot.tsx"
import { Glyph } from "../ui/Glyph.tsx"
import { Icon } from "../ui/Icon.tsx"
import { BackIcon } from "../ui/icons.ts"
import { Mono } from "../ui/Mono.tsx"
import { Head } from "./updates/Head.tsx"
import { NoCampaign } from "./updates/NoCampaign.tsx"
import { Rows } from "./updates/Rows.tsx"

const Aside = ({ view }: { readonly view: CampaignView }) => {
  const { t } = useTranslation()
  const send = useSend()
  const { limit, atOnce, count, left, ended, image } = view
  return (
    <aside className="stack-4" aria-label={t("pages.updates.rules.title")}>
      {(ended === null || left.length > 0) && (
        <div className="aside">
          {ended === null && (
            <section aria-label={t("pages.updates.rules.title")}>
              <h2>{t("pages.updates.rules.title")}</h2>
              <Rules
                limit={limit}
                atOnce={atOnce}
                least={count.failed + 1}
                onChange={(rules) => send({ type: "RuleCampaign", ...rules })}
              />
              {count.failed > 0 && (
                <p className="why">
                  <Glyph name="warning" />
                  <span>{t("pages.updates.rules.soFar", { n: count.failed, limit })}</span>
                </p>
              )}
            </section>
          )}
          {left.length > 0 && <LeftOut left={left} heading="h2" />}
        </div>
      )}
      <KeptImage image={image} />
      {ended === null && (
        <p className="why">
          <Glyph name="info" />
          <span>{t("pages.updates.reload")}</span>
        </p>
      )}
    </aside>
  )
}

/** FW-8: several devices are updated in turn; pause, rules, and what became of each. */
export const Updates = () => {
  const { t } = useTranslation()
  const title = t("common.action.updateFirmware")
  usePage(title)
  const view = useView(campaignView)
  const devices = useStore(devicesAddress)
  return (
    <div className="page of-updates">
      <div className="page-head">
        <Link className="icon" to={devices} aria-label={t("pages.network.back")} title={t("pages.network.back")}>
          <Icon of={BackIcon} flip />
        </Link>
        <h1>{title}</h1>
        {view !== undefined && view !== null && (
          <p className="sub">
            <Mono>{view.build}</Mono>
          </p>
        )}
      </div>
      {view === null && <NoCampaign />}
      {view !== undefined && view !== null && (
        <div className="camp">
          <div>
            <Head view={view} />
            <Rows view={view} />
          </div>
          <Aside view={view} />
        </div>
      )}
      <PhoneFoot />
    </div>
  )
}
