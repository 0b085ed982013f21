import { useTranslation } from "react-i18next"
import { SkeletonCard } from "../../ui/SkeletonCard.tsx"

/**
 * Stands where the list will stand, below its tools, until the first reading is there: nothing of it is left then, so
 * nothing moves.
 */
export const FirstReading = () => {
  const { t } = useTranslation()
  return (
    <div className="first-reading">
      <div className="cards" role="status">
        <span className="vh">{t("common.state.loading")}</span>
        <SkeletonCard />
        <SkeletonCard />
        <SkeletonCard />
      </div>
    </div>
  )
}
