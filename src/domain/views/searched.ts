import type { Device } from "../features/devices/state.ts"
import { type LanState, lanDevicesOf } from "../features/lan/state.ts"
import { type DeviceTags, tagsOf, tagsOn } from "../features/tags/feature.ts"
import { shownDeviceName } from "../outbox/overlay.ts"
import type { OutboxState } from "../outbox/state.ts"
import type { State } from "../product/state.ts"
import type { AccountKey } from "../values/identity.ts"
import { memo } from "./memo.ts"
import { type Haystack, haystackOf, isNarrower, matches, type Needle, needleOf } from "./search.ts"

/** The devices that a search leaves of a list, in its order. */
export interface Matches {
  readonly devices: readonly Device[]
  /** What answered, device by device; null when nothing was looked for. */
  readonly answers: { readonly needle: Needle; readonly haystacks: readonly Haystack[] } | null
}

interface Folded {
  readonly name: string
  readonly words: readonly string[]
  readonly places: string
  readonly mac: string | null
  readonly haystack: Haystack
}

const placesOf = (lan: LanState, did: string): string =>
  lan.byDid.has(did)
    ? lanDevicesOf(lan, did)
        .map(({ addr }) => addr)
        .join(" ")
    : ""

/** Kept while name and tags are the same: folding a text costs more than looking through it. All who look share it. */
const haystacks = new WeakMap<Device, Folded>()

const haystackFor = (device: Device, name: string, words: readonly string[], lan: LanState): Haystack => {
  const known = haystacks.get(device)
  const places = placesOf(lan, device.id)
  const mac = lan.macs.get(device.id) ?? null
  if (known?.name === name && known.words === words && known.places === places && known.mac === mac)
    return known.haystack
  const haystack = haystackOf({ ...device, name, tags: words, ip: places, mac })
  haystacks.set(device, { name, words, places, mac, haystack })
  return haystack
}

/** Folds the texts of a list ahead, a device a step, so that the first letter of a search need not wait for all. */
export const foldAhead = function* ({ session, devices, outbox, tags, lan }: State): Generator<undefined, void> {
  const account = session.current?.account ?? null
  if (account === null || devices.account !== account) return
  const words = tagsOf(tags, account)
  for (const device of devices.bound.values()) {
    haystackFor(device, shownDeviceName(outbox, account, device), tagsOn(words, device.id), lan)
    yield
  }
}

/**
 * Searches a list again and again: while somebody types on, only what the letters before had left is looked through.
 * `renames` are those on their way, by which a device is found.
 */
export const makeSearch = () => {
  const haystacksOf = memo(
    (devices: readonly Device[], account: AccountKey, renames: OutboxState, lan: LanState, tags: DeviceTags) =>
      devices.map((device) =>
        haystackFor(device, shownDeviceName(renames, account, device), tagsOn(tags, device.id), lan),
      ),
  )
  let last: { readonly all: readonly Haystack[]; readonly found: Matches } | undefined
  return (
    search: string,
    devices: readonly Device[],
    account: AccountKey,
    renames: OutboxState,
    lan: LanState,
    tags: DeviceTags,
  ): Matches => {
    const needle = needleOf(search)
    if (needle === null) return { devices, answers: null }
    const all = haystacksOf(devices, account, renames, lan, tags)
    const before = last?.all === all ? last.found : undefined
    const isOn = before?.answers !== null && before?.answers !== undefined && isNarrower(before.answers.needle, needle)
    const from = isOn ? { devices: before.devices, haystacks: before.answers.haystacks } : { devices, haystacks: all }
    const found = among(needle, from)
    last = { all, found }
    return found
  }
}

const among = (
  needle: Needle,
  from: { readonly devices: readonly Device[]; readonly haystacks: readonly Haystack[] },
): Matches => {
  const left: Haystack[] = []
  const devices = from.devices.filter((_, place) => {
    const haystack = from.haystacks[place]
    if (haystack === undefined || !matches(needle, haystack)) return false
    left.push(haystack)
    return true
  })
  return { devices, answers: { needle, haystacks: left } }
}
