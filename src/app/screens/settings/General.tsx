import { useTranslation } from "react-i18next"
import { languages } from "../../i18n/languages.ts"
import { useFormat } from "../../i18n/useFormat.ts"
import { useChooseLanguage } from "../../preferences/language.ts"
import { useTheme } from "../../preferences/theme.ts"
import { SegmentedRadio } from "../../ui/SegmentedRadio.tsx"
import { Select } from "../../ui/Select.tsx"
import { Group, Row } from "./Group.tsx"
import { SwitchRow } from "./SwitchRow.tsx"

const options = languages.map(({ code, name, flag, tag }) => ({ value: code, label: name, prefix: flag, lang: tag }))

export const General = () => {
  const { t } = useTranslation()
  const { language } = useFormat()
  const chooseLanguage = useChooseLanguage()
  const [theme, chooseTheme] = useTheme()
  return (
    <Group title={t("pages.settings.general")}>
      <Row title={t("pages.settings.language")}>
        <Select
          label={t("pages.settings.language")}
          labelHidden
          value={language.code}
          onChange={chooseLanguage}
          options={options}
        />
      </Row>
      <Row title={t("pages.settings.theme")} body={t("pages.settings.themeBody")}>
        <SegmentedRadio
          label={t("pages.settings.theme")}
          labelHidden
          value={theme}
          onChange={chooseTheme}
          options={[
            { value: "dark", label: t("common.theme.dark") },
            { value: "light", label: t("common.theme.light") },
          ]}
        />
      </Row>
      <SwitchRow
        preference="skipLogin"
        title={t("pages.settings.skipLogin")}
        body={t("pages.settings.skipLoginBody")}
      />
      <SwitchRow
        preference="shortcuts"
        title={t("pages.settings.shortcuts")}
        body={t("pages.settings.shortcutsBody")}
      />
    </Group>
  )
}
