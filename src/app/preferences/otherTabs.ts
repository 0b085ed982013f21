import { useEffect } from "react"
import { changeLanguage, currentLanguage } from "../i18n/i18n.ts"
import { languageOf } from "../i18n/languages.ts"
import { themeOf } from "../look/theme.ts"
import { readLocal } from "./localStorage.ts"
import { adoptTheme } from "./theme.ts"

/** What another tab chose after this one had read it for its first paint, and before it listened. */
const catchUp = () => {
  const theme = themeOf(readLocal("theme"))
  if (theme !== themeOf(document.documentElement.dataset.theme)) adoptTheme(theme)
  const language = readLocal("language")
  if (language !== null && languageOf(language) !== currentLanguage()) changeLanguage(language).catch(() => undefined)
}

/** Theme and language chosen in another tab are shown in this one too. */
export const useOtherTabs = (): void => {
  useEffect(() => {
    catchUp()
    const heard = ({ key, newValue }: StorageEvent) => {
      if (key === "theme") adoptTheme(themeOf(newValue))
      /* Without its texts the language stays as it is. */
      if (key === "language") changeLanguage(newValue ?? "en").catch(() => undefined)
    }
    addEventListener("storage", heard)
    return () => removeEventListener("storage", heard)
  }, [])
}
