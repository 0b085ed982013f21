import { useCallback, useSyncExternalStore } from "react"
import { useTranslation } from "react-i18next"
import { Listeners } from "../../domain/values/listeners.ts"
import { useSend } from "../client/client.ts"
import { showTheme, type Theme, themeOf } from "../look/theme.ts"
import { useToast } from "../toasts/useToast.ts"

const listeners = new Listeners()

/** Shows a theme and notifies the controls that show it. */
export const adoptTheme = (theme: Theme): void => {
  showTheme(theme)
  listeners.call()
}

/**
 * The theme on screen and how to change it. The page changes at once, storage once the engine is ready; then a toast
 * confirms it (SETTINGS-1).
 */
export const useTheme = (): readonly [theme: Theme, choose: (theme: Theme) => void] => {
  const send = useSend()
  const theme = useSyncExternalStore(listeners.add, () => themeOf(document.documentElement.dataset.theme))
  const toast = useToast()
  const { t } = useTranslation()
  const choose = useCallback(
    (next: Theme) => {
      adoptTheme(next)
      const message = next === "dark" ? "common.success.enabled" : "common.success.disabled"
      const params = { name: t("common.theme.darkTheme") }
      const changed = () => {
        toast({ kind: "success", despite: "toggle", message, params })
      }
      send({ type: "SetPreference", key: "theme", value: next }, undefined, changed)
    },
    [send, toast, t],
  )
  return [theme, choose]
}
