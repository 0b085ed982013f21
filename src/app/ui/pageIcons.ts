import {
  AccountIcon,
  DevicesIcon,
  HelpIcon,
  HistoryIcon,
  LanIcon,
  LogInIcon,
  PresenceIcon,
  SettingsIcon,
  UpdateIcon,
} from "./icons.ts"

/** The icons of the pages, by their names in the table of pages. */
export const pageIcons = {
  signIn: LogInIcon,
  devices: DevicesIcon,
  network: LanIcon,
  updates: UpdateIcon,
  presence: PresenceIcon,
  account: AccountIcon,
  help: HelpIcon,
  settings: SettingsIcon,
  log: HistoryIcon,
}
