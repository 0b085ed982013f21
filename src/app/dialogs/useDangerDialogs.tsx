import { laterPart } from "./later.tsx"
import { useDialogs } from "./useDialogs.tsx"

const dialogs = {
  resetSettings: laterPart(() => import("./ResetSettingsDialog.tsx").then((m) => m.ResetSettingsDialog)),
  deleteAccount: laterPart(() => import("./DeleteAccountDialog.tsx").then((m) => m.DeleteAccountDialog)),
}

/** The dialogs of the danger zone (SETTINGS-3). */
export const useDangerDialogs = () => useDialogs<keyof typeof dialogs>(dialogs)
