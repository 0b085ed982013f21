import { lazy, Suspense } from "react"
import { useTranslation } from "react-i18next"
import { Outlet } from "react-router-dom"
import { CONTENT_ID } from "../focus/usePage.ts"
import { overlaysAhead } from "../loading/inTurn.ts"
import { Horizon } from "../ui/Horizon.tsx"
import { LanguageMenu } from "./LanguageMenu.tsx"
import { ThemeButton } from "./ThemeButton.tsx"

/** Later than the form: what they say is known only once the engine is there. */
const Banners = lazy(() =>
  overlaysAhead()
    .then(() => import("./Banners.tsx"))
    .then((part) => ({ default: part.EntranceBanners })),
)

/** LAYOUT-1: title and tagline over the form, theme at the start, language at the end. */
export const AuthLayout = () => {
  const { t } = useTranslation()
  return (
    <>
      <Suspense fallback={null}>
        <Banners />
      </Suspense>
      <div className="auth">
        <header className="auth-top">
          <ThemeButton />
          <LanguageMenu />
        </header>
        <Horizon />
        <main id={CONTENT_ID} className="auth-main" tabIndex={-1}>
          <div className="auth-title">
            <p className="title">{t("common.product")}</p>
            <p>{t("auth.tagline")}</p>
          </div>
          <Suspense fallback={null}>
            <Outlet />
          </Suspense>
        </main>
      </div>
    </>
  )
}
