import { Suspense } from "react"
import { useTranslation } from "react-i18next"
import { Outlet } from "react-router-dom"
import { CONTENT_ID } from "../focus/usePage.ts"
import { overlay } from "../loading/overlay.ts"
import { Horizon } from "../ui/Horizon.tsx"
import { LanguageMenu } from "./LanguageMenu.tsx"
import { ThemeButton } from "./ThemeButton.tsx"

/** Later than the form, which does without them: what they say is known only once the engine is there. */
const BannersLater = overlay(async () => (await import("./Banners.tsx")).EntranceBanners)

/** LAYOUT-1: title and tagline over the form, theme at the start, language at the end. */
export const AuthLayout = () => {
  const { t } = useTranslation()
  return (
    <>
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
      <BannersLater />
    </>
  )
}
