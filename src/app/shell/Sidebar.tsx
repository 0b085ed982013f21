import { useTranslation } from "react-i18next"
import { Glyph, type GlyphName, type GlyphTone } from "../ui/Glyph.tsx"
import { Icon } from "../ui/Icon.tsx"
import { BridgeIcon, ServerIcon } from "../ui/icons.ts"
import { Mark } from "../ui/Mark.tsx"
import { Name } from "../ui/Name.tsx"
import { CommandLine } from "./CommandButton.tsx"
import { LogInOrOut } from "./LogInOrOut.tsx"
import { Navigation } from "./Navigation.tsx"
import { OutboxLine } from "./OutboxButton.tsx"
import { ThemeButton } from "./ThemeButton.tsx"
import { useBridge } from "./useBridge.ts"
import { useConnection } from "./useConnection.ts"
import { useVersion } from "./useVersion.ts"

/** The state of a line. Another word replaces the one before, and pushes none aside (UX-5). */
const LineEnd = ({
  sign: { glyph, tone, word },
  isQuiet,
}: {
  readonly sign: { readonly glyph: GlyphName; readonly tone: GlyphTone; readonly word: string }
  readonly isQuiet: boolean
}) =>
  isQuiet ? (
    <span key={word} className="end quiet">
      {word}
    </span>
  ) : (
    <span key={word} className="end">
      <Glyph name={glyph} tone={tone} />
      <span className="w">{word}</span>
    </span>
  )

const CloudLine = () => {
  const { name, status, full, ...sign } = useConnection()
  return (
    <div title={full}>
      <Icon of={ServerIcon} small />
      <Name of={name} className="lab" />
      <LineEnd sign={sign} isQuiet={status === "signedOut"} />
    </div>
  )
}

/** The native side and its state. If it is refused, the title names the remedy, and so does a banner (BRIDGE-4). */
const BridgeLine = () => {
  const { t } = useTranslation()
  const { full, isQuiet, ...sign } = useBridge()
  return (
    <div title={full}>
      <Icon of={BridgeIcon} small />
      <span className="lab">{t("layout.bridge.label")}</span>
      <LineEnd sign={sign} isQuiet={isQuiet} />
    </div>
  )
}

/** Shown from 640 px: whole from 1100 px, a rail below. */
export const Sidebar = () => {
  const { t } = useTranslation()
  const version = useVersion()
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
        <p className="ver">{t("layout.version", { version })}</p>
        <LogInOrOut />
      </div>
    </aside>
  )
}
