import { folded, withoutSeparators } from "../../domain/values/folded.ts"
import type { CommandDevice } from "../../domain/views/commandDevices.ts"
import {
  canDo,
  deviceEntry,
  type EntryGroup,
  type Findable,
  foldedVerbs,
  type Makings,
  type PaletteEntry,
  type Verb,
} from "./entries.ts"
import { scoreOf } from "./match.ts"

/** The most devices whose commands are shown. Among ten thousand devices, typing more is quicker than reading on. */
export const DEVICES_SHOWN_MAX = 8

/** A device and its folded name, with and without separators. Computed once for a list of devices. */
export interface IndexedDevice {
  readonly device: CommandDevice
  readonly text: string
}

export const indexOf = (devices: readonly CommandDevice[]): readonly IndexedDevice[] =>
  devices.map((device) => {
    const name = folded(device.name)
    return { device, text: `${name}\n${withoutSeparators(name)}` }
  })

/**
 * A word in the form in which the name contains it, whatever separators the person typed; undefined where it does not.
 */
const asWritten = (text: string, word: string): string | undefined =>
  [word, withoutSeparators(word)].find((each) => each !== "" && text.includes(each))

export interface FoundEntries {
  readonly groups: readonly { readonly group: EntryGroup; readonly entries: readonly PaletteEntry[] }[]
  /** True when more devices match than those shown. */
  readonly hasMore: boolean
}

interface Scored {
  readonly entry: PaletteEntry
  readonly score: number
}

/** Sorts by score. Equal scores: recent commands first, else the order of the palette. */
const byScore = (found: readonly Scored[], recent: readonly string[]): readonly Scored[] => {
  const place = (id: string) => (recent.includes(id) ? recent.indexOf(id) : recent.length)
  return found.toSorted((a, b) => a.score - b.score || place(a.entry.id) - place(b.entry.id))
}

const inText = (known: readonly Findable[], words: readonly string[]): readonly Scored[] =>
  known.flatMap(({ entry, text }) => {
    const score = scoreOf(text, words)
    return score === undefined ? [] : [{ entry, score }]
  })

interface DeviceHit {
  readonly device: CommandDevice
  readonly verbs: readonly Verb[]
  readonly score: number
}

/** The entry whose device name or verb contains each word: "wake edit" wakes the edit suite. */
const hitOf = (
  { device, text }: IndexedDevice,
  words: readonly string[],
  verbs: ReturnType<typeof foldedVerbs>,
): DeviceHit | undefined => {
  const inName = words.flatMap((word) => asWritten(text, word) ?? [])
  const others = words.filter((word) => asWritten(text, word) === undefined)
  const fitting = verbs
    .filter(({ verb, text: said }) => canDo(verb, device) && others.every((word) => said.includes(word)))
    .map(({ verb }) => verb)
  if (fitting.length === 0) return undefined
  return { device, verbs: fitting, score: (scoreOf(text, inName) ?? 0) + others.length }
}

const devicesFor = (
  index: readonly IndexedDevice[],
  words: readonly string[],
  makings: Makings,
): { readonly found: readonly Scored[]; readonly hasMore: boolean } => {
  const verbs = foldedVerbs(makings.t)
  const hits = index.flatMap((each) => hitOf(each, words, verbs) ?? [])
  const best = hits.toSorted((a, b) => a.score - b.score).slice(0, DEVICES_SHOWN_MAX)
  const found = best.flatMap(({ device, verbs: fitting, score }) =>
    fitting.map((verb) => ({ entry: deviceEntry(makings, verb, device), score })),
  )
  return { found, hasMore: hits.length > best.length }
}

/** The entries that match the words, in groups. The group of the best match is first. */
export const search = (
  words: readonly string[],
  known: readonly Findable[],
  index: readonly IndexedDevice[],
  recent: readonly string[],
  makings: Makings,
): FoundEntries => {
  const devices = devicesFor(index, words, makings)
  const groups = new Map<EntryGroup, PaletteEntry[]>()
  for (const { entry } of byScore([...inText(known, words), ...devices.found], recent)) {
    const group = groups.get(entry.group)
    if (group === undefined) groups.set(entry.group, [entry])
    else group.push(entry)
  }
  return {
    groups: [...groups].map(([group, entries]) => ({ group, entries })),
    hasMore: devices.hasMore,
  }
}

/** The entries before anything is typed: the recent ones, then the commands by group. */
export const offered = (known: readonly Findable[], recent: readonly PaletteEntry[]): FoundEntries => {
  const order: readonly EntryGroup[] = ["go", "act", "look", "help"]
  const rest = order.map((group) => ({
    group,
    entries: known.map(({ entry }) => entry).filter((entry) => entry.group === group),
  }))
  const lately = { group: "recent" as const, entries: recent }
  return { groups: [lately, ...rest].filter(({ entries }) => entries.length > 0), hasMore: false }
}
