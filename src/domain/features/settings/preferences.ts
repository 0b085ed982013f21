/** The first screen reads preferences before the engine is there, so nothing here needs Effect. */

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

/** What is on until a person turns it off; the rest is off (decision 5). */
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
