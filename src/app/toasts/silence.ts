import { isOn, type SettingsState } from "../../domain/features/settings/preferences.ts"
import type { ToastKind } from "../ui/toasts.ts"

/**
 * Why a toast that informs comes all the same: it belongs to the toggle that was just pressed, or a person has to decide.
 */
export type Despite = "toggle" | "decision"

/** MSG-5 by kind: errors never, all else is success or information. A new kind has to be entered here. */
const silenced: Readonly<Record<ToastKind, boolean>> = {
  error: false,
  success: true,
  blank: true,
  custom: true,
  loading: true,
}

/** The one place that decides whether a toast is kept silent while notifications are limited. */
export const isSilenced = (kind: ToastKind, despite: Despite | undefined, settings: SettingsState): boolean =>
  silenced[kind] && despite === undefined && isOn(settings, "limitNotifications")
