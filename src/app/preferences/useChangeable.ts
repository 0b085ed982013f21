import { useState } from "react"
import type { PreferenceKey, SettingsState } from "../../domain/features/settings/feature.ts"
import { useAsk } from "../toasts/useAsk.ts"
import { usePreference } from "./usePreference.ts"

/**
 * A preference with the way to change it. What was chosen shows at once: a control that stayed as it was until the log has
 * the change would look as if it had missed the press. Kept or refused, the log says from then on what shows. `read` sees
 * nothing of the other preferences then.
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
    // One chosen since then shows until its own answer comes.
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
