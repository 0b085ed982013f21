import { folded } from "../../domain/values/folded.ts"
import { pathOfDevice } from "../../domain/values/routes.ts"
import type { CommandDevice } from "../../domain/views/commandDevices.ts"
import { queueLack } from "../client/lack.ts"
import { languages } from "../i18n/languages.ts"
import type { IconShape } from "../ui/Icon.tsx"
import { DevicesIcon, ForwardIcon, GlobeIcon, RebootIcon, RenameIcon, WakeIcon } from "../ui/icons.ts"
import type { Keys } from "./keys.ts"
import {
  type CommandGroup,
  commandNames,
  commandOf,
  type Doing,
  keysOf,
  type Situation,
  type Translate,
} from "./registry.ts"

export type EntryGroup = "recent" | "devices" | "languages" | CommandGroup

/** A line of the palette. */
export interface PaletteEntry {
  /** Stable. The recent commands are stored by this id. */
  readonly id: string
  readonly group: EntryGroup
  readonly label: string
  readonly icon: IconShape
  /** Language of the label, when it is not that of the page. */
  readonly lang?: string
  readonly keys?: Keys
  /** The did of the device whose state is shown beside the entry. */
  readonly of?: string
  /** The reason why it is not possible now, in words. */
  readonly hindrance: string | null
  readonly run: () => void
}

/** An entry with its searchable text. */
export interface Findable {
  readonly entry: PaletteEntry
  /** Its label and the name of its group, folded. */
  readonly text: string
}

export interface Makings {
  readonly t: Translate
  readonly now: Situation
  readonly doing: Doing
}

export const groupTitle = (t: Translate, group: EntryGroup): string => {
  if (group === "devices") return t("layout.devices")
  if (group === "languages") return t("common.language.label")
  if (group === "help") return t("layout.helpCenter")
  return t(`layout.palette.group.${group}`)
}

const findable = (t: Translate, entry: PaletteEntry): Findable => ({
  entry,
  text: folded(`${entry.label} ${groupTitle(t, entry.group)}`),
})

/** The commands of the registry in the present situation. */
export const commandEntries = ({ t, now, doing }: Makings): readonly Findable[] =>
  commandNames.flatMap((id) => {
    const { group, icon, label, hindrance, run, when } = commandOf(id)
    if (when?.(now) === false) return []
    const reason = hindrance(now)
    const keys = keysOf(id)
    return findable(t, {
      id,
      group,
      label: label(t, now),
      icon: icon(now),
      ...(keys === undefined ? {} : { keys }),
      hindrance: reason && t(`layout.palette.reason.${reason}`),
      run: () => run(doing, now),
    })
  })

/** The languages, each under its own name. */
export const languageEntries = ({ t, now, doing }: Makings): readonly Findable[] =>
  languages.map(({ code, name, tag }) =>
    findable(t, {
      id: `language:${code}`,
      group: "languages",
      label: name,
      lang: tag,
      icon: GlobeIcon,
      hindrance: code === now.language ? t("layout.palette.reason.inUse") : null,
      run: () => doing.chooseLanguage(code),
    }),
  )

const verbs = ["open", "connect", "wake", "rename", "reboot"] as const
export type Verb = (typeof verbs)[number]

const verbIcons: Readonly<Record<Verb, IconShape>> = {
  open: ForwardIcon,
  connect: DevicesIcon,
  wake: WakeIcon,
  rename: RenameIcon,
  reboot: RebootIcon,
}

const verbLabel = (t: Translate, verb: Verb, name: string): string => {
  switch (verb) {
    case "open":
      return t("layout.palette.openDevice", { name })
    case "connect":
      return t("devices.card.connect", { name })
    case "wake":
      return t("layout.outbox.action.wake", { subject: name })
    case "rename":
      return t("dialog.rename.title", { name })
    case "reboot":
      return t("layout.outbox.action.reboot", { subject: name })
  }
}

/** The verbs for a device, each with its words without the name of the device, folded. */
export const foldedVerbs = (t: Translate): readonly { readonly verb: Verb; readonly text: string }[] =>
  verbs.map((verb) => ({ verb, text: folded(verbLabel(t, verb, "")) }))

const isQueued = (verb: Verb): verb is "wake" | "rename" | "reboot" => verb !== "open" && verb !== "connect"

export const canDo = (verb: Verb, { nearId }: CommandDevice): boolean => nearId === undefined || !isQueued(verb)

export const deviceEntry = ({ t, now, doing }: Makings, verb: Verb, device: CommandDevice): PaletteEntry => ({
  id: `${verb}:${device.did}`,
  group: "devices",
  label: verbLabel(t, verb, device.name),
  icon: verbIcons[verb],
  ...(verb === "open" && { of: device.did }),
  hindrance: now.secure || !isQueued(verb) ? null : t(`layout.palette.reason.${queueLack()}`),
  run: () => {
    if (isQueued(verb)) doing.openDialog(verb, { subject: device.did })
    else if (verb === "connect") doing.connect(device)
    else doing.go(pathOfDevice(device.did))
  },
})

/** The entry of a recent command; undefined once it no longer exists. */
export const entryOf = (
  id: string,
  known: readonly Findable[],
  devices: readonly CommandDevice[],
  makings: Makings,
): PaletteEntry | undefined => {
  const found = known.find(({ entry }) => entry.id === id)?.entry
  if (found !== undefined) return found
  const verb = verbs.find((each) => id.startsWith(`${each}:`))
  if (verb === undefined) return undefined
  const device = devices.find(({ did }) => did === id.slice(verb.length + 1))
  return device && canDo(verb, device) ? deviceEntry(makings, verb, device) : undefined
}
