import { useTranslation } from "react-i18next"
import { useIsSilent } from "../../client/client.ts"
import { InlineNote } from "../../ui/InlineNote.tsx"
import { Presence } from "../../ui/Presence.tsx"

/** Stands for a card while the first list is being read; never in place of something known. */
const SkeletonCard = () => (
  <div className="card" aria-hidden="true">
    <div className="card-head">
      <span className="sk dot" />
      <span className="sk w-45" />
    </div>
    <div className="meta">
      <span className="sk w-30" />
      <span className="sk w-25" />
    </div>
    <div className="trace">
      <Presence ticks={[]} online={false} />
      <span className="sk fix" />
    </div>
    <div className="slot">
      <span className="sk w-40" />
    </div>
  </div>
)

/**
 * Stands where the list will stand, below its tools, until the first reading is there: nothing of it is left then, so
 * nothing moves.
 */
export const FirstReading = () => {
  const { t } = useTranslation()
  const isSilent = useIsSilent()
  return (
    <div className="first-reading">
      <div className="cards" role="status">
        <span className="vh">{t("common.state.loading")}</span>
        <SkeletonCard />
        <SkeletonCard />
        <SkeletonCard />
      </div>
      {isSilent && <InlineNote glyph="pending" title={t("layout.connection.announceSilent")} />}
    </div>
  )
}
