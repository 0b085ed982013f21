import { lazy } from "react"
import { useDialogs } from "./useDialogs.tsx"

const dialogs = {
  resetSettings: lazy(() => import("./ResetSettingsDialog.tsx").then((m) => ({ default: m.ResetSettingsDialog }))),
  deleteAccount: lazy(() => import("./DeleteAccountDialog.tsx").then((m) => ({ default: m.DeleteAccountDialog }))),
}

/** The dialogs of the danger zone (SETTINGS-3). */
export const useDangerDialogs = () => useDialogs<keyof typeof dialogs>(dialogs)
