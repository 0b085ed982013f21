import { useTranslation } from "react-i18next"
import { Link } from "react-router-dom"
import type { State } from "../../domain/product/state.ts"
import { answered } from "../../domain/views/lan.ts"
import { useView } from "../client/client.ts"
import { useStore } from "../client/store.ts"
import { usePage } from "../focus/usePage.ts"
import { devicesAddress } from "../lists/devicesAddress.ts"
import { PhoneFoot } from "../shell/PhoneFoot.tsx"
import { Icon } from "../ui/Icon.tsx"
import { BackIcon } from "../ui/icons.ts"
import { AnsweredList } from "./network/AnsweredList.tsx"
import { BridgeSteps } from "./network/BridgeSteps.tsx"
import { Scans } from "./network/Scans.tsx"
import { Targets } from "./network/Targets.tsx"

const linkOf = ({ bridge }: State) => bridge.link

/** LAN-1: where to look, how far the search is, and who answered; without a native side, how to get one (DEVICE-8). */
export const Network = () => {
  const { t } = useTranslation()
  usePage(t("pages.network.title"))
  const link = useView(linkOf)
  const devices = useStore(devicesAddress)
  const neighbours = useView(answered)
  const count = neighbours?.ids.length ?? 0
  const here = neighbours?.here ?? false
  return (
    <div className="page of-network">
      <div className="page-head">
        <Link className="icon" to={devices} aria-label={t("pages.network.back")} title={t("pages.network.back")}>
          <Icon of={BackIcon} flip />
        </Link>
        <h1>{t("pages.network.title")}</h1>
        {link !== undefined && (
          <p className="sub">
            {link.state === "connected"
              ? t("pages.network.count", { n: count })
              : t(`pages.network.state.${link.state}`)}
          </p>
        )}
      </div>
      {link !== undefined && here && (
        <>
          <Scans />
          <div className="net">
            <AnsweredList ids={neighbours?.ids ?? []} />
            <Targets />
          </div>
        </>
      )}
      {link !== undefined && !here && (
        <>
          <BridgeSteps link={link} />
          {count > 0 && <AnsweredList ids={neighbours?.ids ?? []} />}
        </>
      )}
      <PhoneFoot />
    </div>
  )
}
