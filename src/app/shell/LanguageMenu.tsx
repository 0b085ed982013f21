import { useTranslation } from "react-i18next"
import { languages } from "../i18n/languages.ts"
import { useFormat } from "../i18n/useFormat.ts"
import { useChooseLanguage } from "../preferences/language.ts"
import { useToast } from "../toasts/useToast.ts"
import { GlobeIcon } from "../ui/icons.ts"
import { MenuButtonLater } from "../ui/MenuButtonLater.tsx"

const items = languages.map(({ code, name, flag, tag }) => ({ id: code, label: name, prefix: flag, lang: tag }))

/** Each language under its own name, with the country of its flag (I18N-1). */
export const LanguageMenu = () => {
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
