import { useCallback, useState } from "react"
import { isOn, type PreferenceKey, preferenceKeys, type SettingsState } from "../../domain/features/settings/feature.ts"
import type { State } from "../../domain/product/state.ts"
import { useView } from "../client/client.ts"

/** The preferences in the storage of this browser; none where storage is forbidden. */
const kept = (): SettingsState => {
  try {
    return new Map(
      preferenceKeys.flatMap((key): ReadonlyArray<readonly [PreferenceKey, string]> => {
        const value = localStorage.getItem(key)
        return value === null ? [] : [[key, value]]
      }),
    )
  } catch {
    return new Map()
  }
}

/**
 * The value that `read` finds in the preferences. They are in local storage, so that the screen shows the right value
 * before the engine is ready. `read` must be the same function on every render.
 */
export const usePreference = <Value>(read: (settings: SettingsState) => Value): Value => {
  const [atFirst] = useState(kept)
  const shown = useView(useCallback(({ settings }: State) => read(settings), [read]))
  return shown ?? read(atFirst)
}

/** The value of a preference that is on or off. */
export const useIsOn = (key: PreferenceKey): boolean =>
  usePreference(useCallback((settings: SettingsState) => isOn(settings, key), [key]))
