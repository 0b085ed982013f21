import type { TFunction } from "i18next"
import { type NamedPage, pages } from "../../domain/values/routes.ts"
import type { CommandDevice } from "../../domain/views/commandDevices.ts"
import { queueLack } from "../client/lack.ts"
import type { OpenDialog } from "../dialogs/useOpenDialog.ts"
import type { LanguageCode } from "../i18n/languages.ts"
import type { Theme } from "../look/theme.ts"
import type { IconShape } from "../ui/Icon.tsx"
import {
  AcceptIcon,
  DownloadIcon,
  InviteIcon,
  KeyboardIcon,
  LogOutIcon,
  MoonIcon,
  OutboxIcon,
  RefreshIcon,
  SearchIcon,
  SunIcon,
} from "../ui/icons.ts"
import { pageIcons } from "../ui/pageIcons.ts"
import { commandKeys, type Keys } from "./keys.ts"

export type Translate = TFunction

export type CommandGroup = "go" | "act" | "look" | "help"

/** The facts that decide whether a command is possible now. */
export interface Situation {
  readonly path: string
  readonly signedIn: boolean
  readonly online: boolean
  readonly refreshing: boolean
  readonly deviceCount: number
  /** The targets that one press scans on this network; none without a native side. */
  readonly scanTargets: readonly string[]
  /** True when this page can queue actions that can be trusted. */
  readonly secure: boolean
  readonly theme: Theme
  readonly language: LanguageCode
}

/** The effects that commands use. */
export interface Doing {
  readonly go: (path: string) => void
  /** Opens the device list with its last filter and order. */
  readonly goDevices: () => void
  /** Opens the screen of a device. Where no native side leads to it, opens its page, which shows the reason. */
  readonly connect: (device: CommandDevice) => void
  readonly refresh: () => void
  readonly scan: () => void
  readonly focusSearch: () => void
  readonly openOutbox: () => void
  readonly openDialog: OpenDialog
  readonly chooseTheme: (theme: Theme) => void
  readonly chooseLanguage: (code: LanguageCode) => void
  readonly exportLog: () => void
  readonly logOut: () => void
  readonly showShortcuts: () => void
}

/** The reason why a command is not possible now. The texts are below `layout.palette.reason`. */
export type Reason = "here" | "signInFirst" | "refreshing" | "noDevices" | "inUse" | "offline" | "insecure" | "noLocks"

export interface PaletteCommand {
  /** True when the command makes sense now. Without it the command always does. */
  readonly when?: (now: Situation) => boolean
  readonly group: CommandGroup
  readonly icon: (now: Situation) => IconShape
  readonly label: (t: Translate, now: Situation) => string
  /** The reason why it is not possible now; null when it is. */
  readonly hindrance: (now: Situation) => Reason | null
  readonly run: (doing: Doing, now: Situation) => void
}

const never = () => null
const signedIn = (now: Situation): Reason | null => (now.signedIn ? null : "signInFirst")
const acts = (now: Situation): Reason | null => signedIn(now) ?? (now.secure ? null : queueLack())

const page = ({ path, label, icon, needsAccount }: NamedPage): PaletteCommand => ({
  group: "go",
  icon: () => pageIcons[icon],
  label: (t) => t(label),
  hindrance: (now) => (now.path === path ? "here" : needsAccount === true ? signedIn(now) : null),
  run: ({ go }) => go(path),
})

const act = (
  icon: IconShape,
  label: (t: Translate) => string,
  hindrance: (now: Situation) => Reason | null,
  run: (doing: Doing) => void,
): PaletteCommand => ({ group: "act", icon: () => icon, label, hindrance, run })

/** All commands in the order of the palette, except those on a single device and the languages. */
export const commands = {
  goDevices: { ...page(pages.devices), run: ({ goDevices }) => goDevices() },
  goNetwork: page(pages.network),
  goUpdates: page(pages.updates),
  goAccount: page(pages.account),
  goHelp: page(pages.helpCenter),
  goSettings: page(pages.settings),
  goLog: page(pages.log),
  signIn: { ...page(pages.signIn), when: (now) => !now.signedIn },
  search: act(
    SearchIcon,
    (t) => t("devices.search"),
    (now) => (now.deviceCount > 0 ? null : (signedIn(now) ?? "noDevices")),
    ({ focusSearch }) => focusSearch(),
  ),
  refresh: act(
    RefreshIcon,
    (t) => t("common.action.refresh"),
    (now) => signedIn(now) ?? (now.refreshing ? "refreshing" : null),
    ({ refresh }) => refresh(),
  ),
  scan: {
    ...act(
      pageIcons.network,
      (t) => t("common.action.scanNetwork"),
      never,
      ({ scan }) => scan(),
    ),
    label: (t, { scanTargets: [target, ...more] }) =>
      target !== undefined && more.length === 0
        ? t("pages.network.targets.scanOne", { target })
        : t("common.action.scanNetwork"),
    when: ({ scanTargets }) => scanTargets.length > 0,
  },
  outbox: act(
    OutboxIcon,
    (t) => t("layout.palette.openOutbox"),
    never,
    ({ openOutbox }) => openOutbox(),
  ),
  invite: act(
    InviteIcon,
    (t) => t("common.action.sendInvitation"),
    acts,
    ({ openDialog }) => openDialog("invitation"),
  ),
  accept: act(
    AcceptIcon,
    (t) => t("common.action.acceptInvitation"),
    (now) => signedIn(now) ?? (now.online ? null : "offline"),
    ({ openDialog }) => openDialog("acceptInvitation"),
  ),
  exportLog: act(
    DownloadIcon,
    (t) => t("pages.settings.export"),
    never,
    ({ exportLog }) => exportLog(),
  ),
  logOut: {
    ...act(
      LogOutIcon,
      (t) => t("layout.logOut"),
      never,
      ({ logOut }) => logOut(),
    ),
    when: (now) => now.signedIn,
  },
  theme: {
    group: "look",
    icon: ({ theme }) => (theme === "dark" ? SunIcon : MoonIcon),
    label: (t, { theme }) => t(theme === "dark" ? "common.theme.toLight" : "common.theme.toDark"),
    hindrance: never,
    run: ({ chooseTheme }, { theme }) => chooseTheme(theme === "dark" ? "light" : "dark"),
  },
  shortcuts: {
    group: "help",
    icon: () => KeyboardIcon,
    label: (t) => t("layout.shortcuts.title"),
    hindrance: never,
    run: ({ showShortcuts }) => showShortcuts(),
  },
} as const satisfies Readonly<Record<string, PaletteCommand>>

export type CommandName = keyof typeof commands
export const commandOf = (name: CommandName): PaletteCommand => commands[name]
export type KeyedCommand = keyof typeof commandKeys

const isCommand = (name: string): name is CommandName => Object.hasOwn(commands, name)
export const commandNames: readonly CommandName[] = Object.keys(commands).filter(isCommand)
const isKeyed = (name: CommandName): name is KeyedCommand => Object.hasOwn(commandKeys, name)

/** The single keys of a command, if it has any. */
export const keysOf = (name: CommandName): Keys | undefined => (isKeyed(name) ? commandKeys[name] : undefined)

export const keyedCommands: readonly KeyedCommand[] = commandNames.filter(isKeyed)
