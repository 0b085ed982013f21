import type { Device } from "../features/devices/state.ts"
import { type LanState, lanDevicesOf } from "../features/lan/state.ts"
import { type DeviceTags, tagsOf, tagsOn } from "../features/tags/feature.ts"
import { pendingDeviceNames } from "../outbox/overlay.ts"
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

/** What is searched beside a device's own name and id. */
interface Beside {
  /** The name that a rename on its way gives it; null when there is none. */
  readonly name: string | null
  readonly words: readonly string[]
  /** Its addresses on this network. */
  readonly places: string
  readonly mac: string | null
}

const NOTHING: Beside = { name: null, words: [], places: "", mac: null }

const placesOf = (lan: LanState, did: string): string =>
  lanDevicesOf(lan, did)
    .map(({ addr }) => addr)
    .join(" ")

/** By did. Few devices have any of it: asking for it device by device would cost more than the search. */
const besideIn = (
  account: AccountKey,
  renames: OutboxState,
  lan: LanState,
  tags: DeviceTags,
): ReadonlyMap<string, Beside> => {
  const names = pendingDeviceNames(renames, account)
  const dids = new Set([...names.keys(), ...tags.keys(), ...lan.byDid.keys(), ...lan.macs.keys()])
  return new Map(
    [...dids].map((did) => [
      did,
      {
        name: names.get(did) ?? null,
        words: tagsOn(tags, did),
        places: placesOf(lan, did),
        mac: lan.macs.get(did) ?? null,
      },
    ]),
  )
}

interface Folded extends Omit<Beside, "name"> {
  readonly name: string
  readonly haystack: Haystack
}

/**
 * Kept while name and tags are the same: folding a text costs more than looking through it. All who look share it. By id,
 * because a device that was only seen again has the same texts; of one account at a time.
 */
let kept: { readonly account: AccountKey; readonly texts: Map<string, Folded> } | undefined

const textsOf = (account: AccountKey): Map<string, Folded> => {
  if (kept?.account !== account) kept = { account, texts: new Map() }
  return kept.texts
}

const haystackFor = (texts: Map<string, Folded>, device: Device, beside: Beside = NOTHING): Haystack => {
  const known = texts.get(device.id)
  const name = beside.name ?? device.name
  const { words, places, mac } = beside
  if (known?.name === name && known.words === words && known.places === places && known.mac === mac)
    return known.haystack
  const haystack = haystackOf({ id: device.id, name, tags: words, ip: places, mac })
  texts.set(device.id, { name, words, places, mac, haystack })
  return haystack
}

/** Folds the texts of a list ahead, a device a step, so that the first letter of a search need not wait for all. */
export const foldAhead = function* ({ session, devices, outbox, tags, lan }: State): Generator<undefined, void> {
  const account = session.current?.account ?? null
  if (account === null || devices.account !== account) return
  const beside = besideIn(account, outbox, lan, tagsOf(tags, account))
  const texts = textsOf(account)
  for (const device of devices.bound.values()) {
    haystackFor(texts, device, beside.get(device.id))
    yield
  }
}

/**
 * Searches a list again and again: while somebody types on, only what the letters before had left is looked through.
 * `renames` are those on their way, by which a device is found.
 */
export const makeSearch = () => {
  const haystacksOf = memo(
    (devices: readonly Device[], account: AccountKey, renames: OutboxState, lan: LanState, tags: DeviceTags) => {
      const beside = besideIn(account, renames, lan, tags)
      const texts = textsOf(account)
      return devices.map((device) => haystackFor(texts, device, beside.get(device.id)))
    },
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
  // A letter that leaves all of them leaves the same list: nothing of it is counted or drawn again.
  const isAll = devices.length === from.devices.length
  return { devices: isAll ? from.devices : devices, answers: { needle, haystacks: isAll ? from.haystacks : left } }
}
