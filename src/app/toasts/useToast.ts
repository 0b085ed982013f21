import type { ParseKeys } from "i18next"
import { useCallback } from "react"
import { useTranslation } from "react-i18next"
import { isOn, type SettingsState } from "../../domain/features/settings/preferences.ts"
import { useSend } from "../client/client.ts"
import { useClient } from "../client/provider.ts"
import type { ToastContent, ToastKind } from "../ui/toasts.ts"
import { handOn } from "./line.ts"

/**
 * Why a toast that informs comes all the same: it belongs to the toggle that was just pressed, or a person has to decide.
 */
type Despite = "toggle" | "decision"

/** MSG-5 by kind: errors never, all else is success or information. A new kind has to be entered here. */
const silenced: Readonly<Record<ToastKind, boolean>> = {
  error: false,
  success: true,
  blank: true,
  custom: true,
  loading: true,
}

/** The one place that decides whether a toast is kept silent while notifications are limited. */
const isSilenced = (kind: ToastKind, despite: Despite | undefined, settings: SettingsState): boolean =>
  silenced[kind] && despite === undefined && isOn(settings, "limitNotifications")

interface Worded extends Omit<ToastContent, "text" | "kind"> {
  /** The key of its text, and the names and figures in it: what the log keeps of a toast (EVENT-1). */
  readonly message: ParseKeys
  readonly params?: Readonly<Record<string, string>>
}

export type Saying = Worded &
  (
    | { readonly kind: "error" }
    | {
        readonly kind: Exclude<ToastKind, "error">
        /** Without a reason it is silent while notifications are limited (MSG-5). */
        readonly despite?: Despite
      }
  )

const nothing = (): void => undefined

/**
 * Shows a toast, in the language of the page at that moment, and records it, unless the person wants none of its kind
 * (MSG-5). Returns how to take it away before its time.
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
      // Before the engine is there only errors are shown.
      if (now.phase === "ready" && isSilenced(saying.kind, despite, now.handle.state().settings)) return nothing
      // A text that is missing reads as its key, as everywhere.
      const close = handOn({ ...content, text: i18n.t(message, { ...params, defaultValue: message }) })
      send({ type: "ShowToast", kind: content.kind, message, params })
      return close
    },
    [i18n, send, start],
  )
}
