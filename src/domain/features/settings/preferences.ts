/** Nothing here needs Effect, because the first screen reads preferences before the engine is loaded. */

/** The local storage keys whose changes enter the log. `user` and passcodes never do (AUTH-11). */
export const preferenceKeys = [
  "serverType",
  "serverUrl",
  "limitNotifications",
  "skipLogin",
  "renderType",
  "audio",
  "input",
  "theme",
  "language",
  "diagnostics",
  "actionExpiry",
  "shortcuts",
  "recentCommands",
  "subnets",
  "deviceView",
  "deviceColumns",
  "fleetBand",
  "pictures",
  "networkNotice",
  "undoReboot",
] as const
export type PreferenceKey = (typeof preferenceKeys)[number]

export type SettingsState = ReadonlyMap<PreferenceKey, string>

/** The settings that are on by default; the others are off (decision 5). */
const onAtFirst: ReadonlySet<PreferenceKey> = new Set([
  "audio",
  "input",
  "diagnostics",
  "shortcuts",
  "networkNotice",
  "undoReboot",
  "fleetBand",
  "pictures",
])

export const isOn = (state: SettingsState, key: PreferenceKey): boolean =>
  (state.get(key) ?? String(onAtFirst.has(key))) === "true"
