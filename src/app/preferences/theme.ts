import { useCallback, useSyncExternalStore } from "react"
import { useSend } from "../client/client.ts"
import { showTheme, type Theme, themeOf } from "../look/theme.ts"

const listeners = new Set<() => void>()

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Shows a theme and tells whoever shows which one it is. */
export const adoptTheme = (theme: Theme): void => {
  showTheme(theme)
  for (const listener of listeners) listener()
}

/** The theme on screen and how to change it; the page follows at once, storage when the engine is there. */
export const useTheme = (): readonly [theme: Theme, choose: (theme: Theme) => void] => {
  const send = useSend()
  const theme = useSyncExternalStore(subscribe, () => themeOf(document.documentElement.dataset.theme))
  const choose = useCallback(
    (next: Theme) => {
      adoptTheme(next)
      send({ type: "SetPreference", key: "theme", value: next })
    },
    [send],
  )
  return [theme, choose]
}
