import { useTranslation } from "react-i18next"
import { useSingleKey } from "../commands/useKeys.ts"
import { useTheme } from "../preferences/theme.ts"
import { IconButton } from "../ui/IconButton.tsx"
import { MoonIcon, SunIcon } from "../ui/icons.ts"

/** The name of the button is its effect. */
export const ThemeButton = () => {
  const { t } = useTranslation()
  const [theme, choose] = useTheme()
  const { aria } = useSingleKey("theme")
  return theme === "dark" ? (
    <IconButton icon={SunIcon} label={t("common.theme.toLight")} keyShortcuts={aria} onPress={() => choose("light")} />
  ) : (
    <IconButton icon={MoonIcon} label={t("common.theme.toDark")} keyShortcuts={aria} onPress={() => choose("dark")} />
  )
}
