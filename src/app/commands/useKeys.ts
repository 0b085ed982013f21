import { useTranslation } from "react-i18next"
import type { State } from "../../domain/product/state.ts"
import { useView } from "../client/client.ts"
import { capOf, commandKeys, isApple } from "./keys.ts"

/** Same as `isOn`, without its code: this belongs to the first screen. */
const shortcutsOn = ({ settings }: State) => (settings.get("shortcuts") ?? "true") === "true"

/** True when single keys act. A person can turn them off in the settings (WCAG 2.1.4). */
export const useSingleKeys = (): boolean => useView(shortcutsOn) ?? true

/** The cap and `aria-keyshortcuts` of a command with one key; nothing while single keys are off. */
export const useSingleKey = (
  command: "search" | "refresh" | "outbox" | "invite" | "theme",
): { readonly cap?: string; readonly aria?: string } => {
  const on = useSingleKeys()
  const [key] = commandKeys[command]
  return on ? { cap: capOf(key), aria: capOf(key) } : {}
}

/** The caps of the keys that open the palette, as this keyboard names them. */
export const usePaletteCaps = (): readonly [string, string] => {
  const { t } = useTranslation()
  return [isApple() ? "⌘" : t("layout.shortcuts.ctrl"), "K"]
}
