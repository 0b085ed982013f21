import { useTranslation } from "react-i18next"
import { Link } from "react-router-dom"
import { CONTENT_ID, usePage } from "../focus/usePage.ts"
import { Lone } from "../ui/Lone.tsx"

/** ROUTE-4 */
export const NotFound = () => {
  const { t } = useTranslation()
  usePage(t("pages.notFound.title"))
  return (
    <main id={CONTENT_ID} className="main" tabIndex={-1}>
      <Lone title={t("pages.notFound.title")}>
        <p>{t("pages.notFound.body")}</p>
        <Link className="btn primary" to="/devices">
          {t("pages.notFound.back")}
        </Link>
      </Lone>
    </main>
  )
}
