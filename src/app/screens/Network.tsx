import { useTranslation } from "react-i18next"
import type { BridgeLink } from "../../domain/features/bridge/feature.ts"
import type { State } from "../../domain/product/state.ts"
import { answered } from "../../domain/views/lan.ts"
import { useStart, useView } from "../client/client.ts"
import { usePage } from "../focus/usePage.ts"
import { useOpening } from "../loading/useOpening.ts"
import { PhoneFoot } from "../shell/PhoneFoot.tsx"
import { ToDevices } from "../shell/ToDevices.tsx"
import { useLinkKnown } from "../shell/useLinkKnown.ts"
import { InlineNote } from "../ui/InlineNote.tsx"
import { AnsweredList } from "./network/AnsweredList.tsx"
import { BridgeSteps } from "./network/BridgeSteps.tsx"
import { Scans } from "./network/Scans.tsx"
import { Targets } from "./network/Targets.tsx"

const linkOf = ({ bridge }: State) => bridge.link

/** A bridge that refuses this page does answer. */
const wordOf = (link: Exclude<BridgeLink, { readonly state: "connected" }>) =>
  link.state === "refused" && link.why === "access"
    ? ("layout.banner.bridgeUnpaired" as const)
    : (`pages.network.state.${link.state}` as const)

/**
 * LAN-1: the networks to search, the progress, and the devices that answered. Without a native side: how to get one
 * (DEVICE-8).
 */
export const Network = () => {
  const { t } = useTranslation()
  usePage(t("pages.network.title"))
  const link = useView(linkOf)
  const devices = useView(answered)
  const count = devices?.ids.length ?? 0
  const here = devices?.here ?? false
  /*
   * While a bridge may answer within a moment, the steps to a bridge are not shown. The parts below come with the rest.
   */
  const isLinkKnown = useLinkKnown()
  const isOpening = useOpening(useStart().phase !== "loading", link === undefined || isLinkKnown)
  return (
    <div className="page of-network">
      <div className="page-head">
        <ToDevices />
        <h1>{t("pages.network.title")}</h1>
        {!isOpening && link !== undefined && (
          <p className="sub">
            {link.state === "connected"
              ? t("pages.network.count", { n: count })
              : t(isLinkKnown ? wordOf(link) : "pages.network.state.looking")}
          </p>
        )}
      </div>
      {!isOpening && link !== undefined && here && (
        <div className="nmap">
          <Scans />
          <div className="stack-2">
            <AnsweredList
              ids={devices?.ids ?? []}
              unread={devices?.unread ?? 0}
              odd={devices?.odd ?? []}
              doubled={devices?.doubled ?? []}
            />
            <Targets />
          </div>
        </div>
      )}
      {!isOpening && link !== undefined && !here && (
        <>
          {isLinkKnown ? (
            <BridgeSteps link={link} />
          ) : (
            <InlineNote glyph="pending" title={t("pages.network.state.looking")}>
              {t("layout.bridge.fullLooking")}
            </InlineNote>
          )}
          {count > 0 && <AnsweredList ids={devices?.ids ?? []} />}
        </>
      )}
      {!isOpening && <PhoneFoot />}
    </div>
  )
}
