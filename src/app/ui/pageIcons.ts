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

/** The icons of the pages, by the names that the table of pages has for them. */
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
