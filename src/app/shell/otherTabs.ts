import { useEffect } from "react"
import { changeLanguage } from "../i18n/i18n.ts"
import { themeOf } from "../look/theme.ts"
import { adoptTheme } from "./theme.ts"

/** Theme and language chosen in another tab are shown in this one too. */
export const useOtherTabs = (): void => {
  useEffect(() => {
    const heard = ({ key, newValue }: StorageEvent) => {
      if (key === "theme") adoptTheme(themeOf(newValue))
      /* Without its texts the language stays as it is. */
      if (key === "language") changeLanguage(newValue ?? "en").catch(() => undefined)
    }
    addEventListener("storage", heard)
    return () => removeEventListener("storage", heard)
  }, [])
}
