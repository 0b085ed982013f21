import type { ParseKeys } from "i18next"
import { useCallback } from "react"
import { useTranslation } from "react-i18next"
import { isOn, type SettingsState } from "../../domain/features/settings/preferences.ts"
import { useSend } from "../client/client.ts"
import { useClient } from "../client/provider.ts"
import type { ToastContent, ToastKind } from "../ui/toasts.ts"
import { handOn } from "./line.ts"

/**
 * The reason why an informing toast is shown although notifications are limited: it belongs to the toggle that was just
 * pressed, or a person has to decide.
 */
type Despite = "toggle" | "decision"

/**
 * MSG-5: the kinds that a person can silence. Errors never; all others are success or information. A new kind must be
 * added here.
 */
const silenced: Readonly<Record<ToastKind, boolean>> = {
  error: false,
  success: true,
  blank: true,
  custom: true,
  loading: true,
}

/** The only place that decides whether a toast is silenced while notifications are limited. */
const isSilenced = (kind: ToastKind, despite: Despite | undefined, settings: SettingsState): boolean =>
  silenced[kind] && despite === undefined && isOn(settings, "limitNotifications")

interface Worded extends Omit<ToastContent, "text" | "kind"> {
  /** The key of its text, and the names and figures in it. The log stores these of a toast (EVENT-1). */
  readonly message: ParseKeys
  readonly params?: Readonly<Record<string, string>>
}

export type Saying = Worded &
  (
    | { readonly kind: "error" }
    | {
        readonly kind: Exclude<ToastKind, "error">
        /** Without a reason the toast is silent while notifications are limited (MSG-5). */
        readonly despite?: Despite
      }
  )

const nothing = (): void => undefined

/**
 * Shows a toast in the present language of the page and records it, unless the person has silenced its kind (MSG-5).
 * Returns a function that removes it early.
 */
export const useToast = (): ((saying: Saying) => () => void) => {
  const { i18n } = useTranslation()
  const send = useSend()
  const { start } = useClient()
  return useCallback(
    (saying: Saying) => {
      const { message, params = {}, ...content } = saying
      const now = start.get()
      const despite = saying.kind === "error" ? undefined : saying.despite
      // Before the engine is ready the settings are unknown, and toasts are shown.
      if (now.phase === "ready" && isSilenced(saying.kind, despite, now.handle.state().settings)) return nothing
      // A missing text reads as its key, as everywhere.
      const close = handOn({ ...content, text: i18n.t(message, { ...params, defaultValue: message }) })
      send({ type: "ShowToast", kind: content.kind, message, params })
      return close
    },
    [i18n, send, start],
  )
}
