import { useTranslation } from "react-i18next"
import { IconButton } from "../ui/IconButton.tsx"
import { MoonIcon, SunIcon } from "../ui/icons.ts"
import { useTheme } from "./theme.ts"

/** Named by what it does. */
export const ThemeButton = () => {
  const { t } = useTranslation()
  const [theme, choose] = useTheme()
  return theme === "dark" ? (
    <IconButton icon={SunIcon} label={t("common.theme.toLight")} onPress={() => choose("light")} />
  ) : (
    <IconButton icon={MoonIcon} label={t("common.theme.toDark")} onPress={() => choose("dark")} />
  )
}
