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

const BridgeLine = () => {
  const { t } = useTranslation()
  const [name, state] = [t("layout.bridge.label"), t("layout.bridge.none")]
  return (
    <div title={t("layout.connection.full", { name, state })}>
      <Icon of={BridgeIcon} small />
      <span className="lab">{name}</span>
      <span className="end quiet">{state}</span>
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
