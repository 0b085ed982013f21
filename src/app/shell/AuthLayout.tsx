import { Suspense } from "react"
import { useTranslation } from "react-i18next"
import { Outlet } from "react-router-dom"
import { CONTENT_ID } from "../focus/usePage.ts"
import { overlaysAhead } from "../loading/inTurn.ts"
import { laterPart, useWhenFetched } from "../loading/laterPart.ts"
import { Horizon } from "../ui/Horizon.tsx"
import { LanguageMenu } from "./LanguageMenu.tsx"
import { ThemeButton } from "./ThemeButton.tsx"

/** Later than the form, which does without them: what they say is known only once the engine is there. */
const banners = laterPart<object>(async () => {
  await overlaysAhead()
  return (await import("./Banners.tsx")).EntranceBanners
})

const BannersLater = () => {
  const Banners = useWhenFetched(banners)
  return Banners === undefined ? null : <Banners />
}

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
