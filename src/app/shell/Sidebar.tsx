import { useTranslation } from "react-i18next"
import { Glyph } from "../ui/Glyph.tsx"
import { Icon } from "../ui/Icon.tsx"
import { BridgeIcon, ServerIcon } from "../ui/icons.ts"
import { Mark } from "../ui/Mark.tsx"
import { CommandLine } from "./CommandButton.tsx"
import { LogInOrOut } from "./LogInOrOut.tsx"
import { Navigation } from "./Navigation.tsx"
import { OutboxLine } from "./OutboxButton.tsx"
import { ThemeButton } from "./ThemeButton.tsx"
import { useBridge } from "./useBridge.ts"
import { useConnection } from "./useConnection.ts"

const CloudLine = () => {
  const { name, status, glyph, tone, word, full } = useConnection()
  return (
    <div title={full}>
      <Icon of={ServerIcon} small />
      <bdi className="lab">{name}</bdi>
      {status === "signedOut" ? (
        <span className="end quiet">{word}</span>
      ) : (
        <span className="end">
          <Glyph name={glyph} tone={tone} />
          <span className="w">{word}</span>
        </span>
      )}
    </div>
  )
}

/** The native side and how it stands; what to do where it is refused is in the title, and in a banner (BRIDGE-4). */
const BridgeLine = () => {
  const { t } = useTranslation()
  const { glyph, tone, word, full, isQuiet } = useBridge()
  return (
    <div title={full}>
      <Icon of={BridgeIcon} small />
      <span className="lab">{t("layout.bridge.label")}</span>
      {isQuiet ? (
        <span className="end quiet">{word}</span>
      ) : (
        <span className="end">
          <Glyph name={glyph} tone={tone} />
          <span className="w">{word}</span>
        </span>
      )}
    </div>
  )
}

/** From 640 px: whole from 1100 px, a rail below. */
export const Sidebar = () => {
  const { t } = useTranslation()
  return (
    <aside className="side" aria-label={t("layout.sidebar")}>
      <div className="side-head">
        <div className="brand">
          <Mark />
          <span>{t("common.product")}</span>
        </div>
        <ThemeButton />
      </div>
      <CommandLine />
      <div className="lines">
        <CloudLine />
        <BridgeLine />
        <OutboxLine />
      </div>
      <Navigation className="nav" />
      <div className="side-foot">
        <p className="ver">{t("layout.version", { version: import.meta.env.VITE_APP_VERSION })}</p>
        <LogInOrOut />
      </div>
    </aside>
  )
}
