import type { PreferenceKey } from "../../../domain/features/settings/feature.ts"

/** Texts of the app for names in the log, which are those of the code: settings and their values. */

export const settingTitles = {
  serverType: "auth.server.label",
  serverUrl: "common.field.serverUrl",
  limitNotifications: "pages.settings.limitNotifications",
  skipLogin: "pages.settings.skipLogin",
  renderType: "pages.settings.renderType",
  audio: "pages.settings.audio",
  input: "pages.settings.input",
  theme: "pages.settings.theme",
  language: "pages.settings.language",
  diagnostics: "pages.settings.logging",
  actionExpiry: "pages.settings.expiry",
  shortcuts: "pages.settings.shortcuts",
  recentCommands: "layout.palette.title",
  subnets: "pages.network.targets.title",
  deviceView: "devices.table.view",
  deviceColumns: "devices.table.columns",
  networkNotice: "devices.lan.title",
  undoReboot: "pages.settings.undoReboot",
  fleetBand: "devices.fleet.title",
  pictures: "pages.settings.pictures",
} as const satisfies Readonly<Record<PreferenceKey, string>>

/** Texts of stored values. */
export type ValueText =
  | `common.theme.${"dark" | "light"}`
  | `auth.server.${"public" | "private"}`
  | `pages.settings.${"dx11" | "dx9"}`
  | `devices.table.${"cards" | "table"}`

/** Values that have a text. Other values are shown as they are stored. */
export const valueTexts: Partial<Readonly<Record<PreferenceKey, Readonly<Record<string, ValueText>>>>> = {
  theme: { dark: "common.theme.dark", light: "common.theme.light" },
  serverType: { public: "auth.server.public", private: "auth.server.private" },
  renderType: { dx11: "pages.settings.dx11", dx9: "pages.settings.dx9" },
  deviceView: { cards: "devices.table.cards", table: "devices.table.table" },
}

/**
 * The text of a stored value. An opened file may hold any value, such as the name of a property that every object has.
 */
export const valueText = (setting: PreferenceKey, value: string | null): ValueText | undefined => {
  const texts = valueTexts[setting] ?? {}
  return value !== null && Object.hasOwn(texts, value) ? texts[value] : undefined
}

/** The key of a table with this name; undefined when it has none. */
export const keyIn = <Key extends string>(
  known: Readonly<Record<Key, unknown>>,
  name: string | null,
): Key | undefined => {
  const isKnown = (key: string): key is Key => Object.hasOwn(known, key)
  return name !== null && isKnown(name) ? name : undefined
}
