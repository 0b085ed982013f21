import { useTranslation } from "react-i18next"
import { Glyph } from "../ui/Glyph.tsx"
import { Mark } from "../ui/Mark.tsx"
import { CommandSign } from "./CommandButton.tsx"
import { OutboxSign } from "./OutboxButton.tsx"
import { ThemeButton } from "./ThemeButton.tsx"
import { UpdatesUnderWay } from "./UpdatesFigure.tsx"
import { useConnection } from "./useConnection.ts"

/** Below 640 px, above the page: mark, running updates, connection, outbox, theme. */
export const TopBar = () => {
  const { t } = useTranslation()
  const { glyph, tone, word, full } = useConnection()
  return (
    <header className="top">
      <div className="brand">
        <Mark />
        <span className="vh">{t("common.product")}</span>
      </div>
      {/* Between the two ends: it may appear and disappear, and pushes nothing aside. */}
      <UpdatesUnderWay />
      {/* Another word replaces the one before, at the same end of the line (UX-5). */}
      <span key={word} className="conn" title={full}>
        <Glyph name={glyph} tone={tone} />
        <span>{word}</span>
      </span>
      <CommandSign />
      <OutboxSign />
      <ThemeButton />
    </header>
  )
}
