import { Suspense } from "react"
import { useTranslation } from "react-i18next"
import { Outlet } from "react-router-dom"
import { CONTENT_ID } from "../focus/usePage.ts"
import { languages } from "../i18n/languages.ts"
import { useFormat } from "../i18n/useFormat.ts"
import { overlay } from "../loading/overlay.ts"
import { useChooseLanguage } from "../preferences/language.ts"
import { useToast } from "../toasts/useToast.ts"
import { Horizon } from "../ui/Horizon.tsx"
import { GlobeIcon } from "../ui/icons.ts"
import { MenuButtonLater } from "../ui/MenuButtonLater.tsx"
import { ThemeButton } from "./ThemeButton.tsx"

const items = languages.map(({ code, name, flag, tag }) => ({ id: code, label: name, prefix: flag, lang: tag }))

/** Each language under its own name, with the country of its flag (I18N-1). */
const LanguageMenu = () => {
  const { t } = useTranslation()
  const { language } = useFormat()
  const choose = useChooseLanguage()
  const toast = useToast()
  return (
    <MenuButtonLater
      label={t("common.language.menu", { name: language.name })}
      icon={GlobeIcon}
      items={items}
      selected={language.code}
      onMissing={() => toast({ kind: "error", message: "common.error.partFailed" })}
      onAction={(id) => {
        const chosen = languages.find(({ code }) => code === id)
        if (chosen !== undefined) choose(chosen.code)
      }}
    >
      <bdi lang={language.tag}>{language.name}</bdi>
    </MenuButtonLater>
  )
}

/** Loaded after the form, which works without them: their content depends on the engine. */
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
