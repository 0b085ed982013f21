import { useState } from "react"
import type { PreferenceKey, SettingsState } from "../../domain/features/settings/feature.ts"
import { useAsk } from "../toasts/useAsk.ts"
import { usePreference } from "./usePreference.ts"

/**
 * A preference and how to change it. A choice shows at once: a control that waited for the log would look as if it had
 * missed the press. Once the change is stored or refused, the value of the log shows. Until then `read` sees no other
 * preferences.
 */
export const useChangeable = <Value>(
  key: PreferenceKey,
  read: (settings: SettingsState) => Value,
): readonly [shown: Value, change: (value: string, done?: () => void) => void] => {
  const ask = useAsk()
  const kept = usePreference(read)
  const [chosen, setChosen] = useState<SettingsState | null>(null)
  const change = (value: string, done?: () => void) => {
    const mine = new Map([[key, value]])
    // A later choice shows until its own answer comes.
    const settle = () => setChosen((now) => (now === mine ? null : now))
    setChosen(mine)
    ask(
      { type: "SetPreference", key, value },
      () => {
        settle()
        done?.()
      },
      settle,
    )
  }
  return [chosen === null ? kept : read(chosen), change]
}
