import { useTranslation } from "react-i18next"
import type { BridgeLink } from "../../domain/features/bridge/feature.ts"
import type { State } from "../../domain/product/state.ts"
import { useView } from "../client/client.ts"
import type { GlyphName, GlyphTone } from "../ui/Glyph.tsx"
import { useLinkKnown } from "./useLinkKnown.ts"

const linkIn = ({ bridge }: State) => bridge.link

const signs: Readonly<Record<BridgeLink["state"], readonly [GlyphName, GlyphTone]>> = {
  connected: ["online", "ok"],
  away: ["offline", "off"],
  refused: ["refused", "bad"],
  none: ["offline", "off"],
}

const fullKey = (link: BridgeLink) => {
  if (link.state === "refused")
    return link.why === "permission" ? "layout.bridge.fullPermission" : "layout.bridge.fullAccess"
  if (link.state === "connected") return link.version === "" ? "layout.bridge.fullApp" : "layout.bridge.fullConnected"
  return link.state === "away" ? "layout.bridge.fullAway" : "layout.bridge.fullNone"
}

/** The native side: its sign, its word, and a sentence with all of it (BRIDGE-2, BRIDGE-4). */
export const useBridge = () => {
  const { t } = useTranslation()
  const known = useView(linkIn)
  const link = known ?? { state: "none" }
  // The page knows that there is no native side only after it has looked for the bridge of this deployment.
  const isLooking = !useLinkKnown() && known !== undefined
  const [glyph, tone] = signs[link.state]
  const version = link.state === "connected" ? link.version : ""
  return {
    glyph,
    tone,
    word: t(`layout.bridge.${isLooking ? "looking" : link.state}`),
    full: isLooking ? t("layout.bridge.fullLooking") : t(fullKey(link), { version }),
    isConnected: link.state === "connected",
    isQuiet: link.state === "none",
  }
}
