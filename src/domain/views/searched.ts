import { initialLan, type LanState, lanDevicesOf } from "../features/lan/state.ts"
import { type DeviceTags, tagsOf, tagsOn } from "../features/tags/feature.ts"
import { pendingDeviceNames } from "../outbox/overlay.ts"
import type { OutboxState } from "../outbox/state.ts"
import type { State } from "../product/state.ts"
import { folded } from "../values/folded.ts"
import type { AccountKey } from "../values/identity.ts"
import { type AnyDevice, allDevices } from "./allDevices.ts"
import { memo } from "./memo.ts"
import { type Haystack, haystackOf, isNarrower, matches, type Needle, needleOf } from "./search.ts"

/**
 * Positions of some items in a list; null for all of them in order. One array of thousands of numbers leaves no garbage
 * to collect.
 */
export type MatchIndexes = Uint32Array | null

/** The devices of a list that match a search. */
export interface DeviceMatches {
  readonly list: readonly AnyDevice[]
  /** The positions of the matches, in the order of the list. */
  readonly places: MatchIndexes
  /** The search and the text of each device of the list; null without a search. */
  readonly answers: { readonly needle: Needle; readonly haystacks: readonly Haystack[] } | null
}

/** Data that a search uses beside a device's own name and id, by did. */
interface Beside {
  /** The new names of open renames. */
  readonly names: ReadonlyMap<string, string>
  readonly tags: DeviceTags
  /** Addresses on this network. */
  readonly places: ReadonlyMap<string, string>
  readonly macs: LanState["macs"]
}

type Network = Pick<LanState, "devices" | "byDid" | "macs">

/**
 * The addresses where devices answer on this network, by did. There may be thousands, and each change concerns a few:
 * only differences are processed.
 */
const makeAddressTexts = () => {
  let seen = initialLan.devices
  const places = new Map<string, string>()
  return (lan: Network): ReadonlyMap<string, string> => {
    const look = (did: string) => {
      const found = lanDevicesOf(lan, did)
      if (found.length === 0) places.delete(did)
      else places.set(did, found.map(({ addr }) => addr).join(" "))
    }
    lan.devices.differences(seen, (_, now, then) => {
      if (then !== undefined) look(then.did)
      if (now !== undefined && now.did !== then?.did) look(now.did)
    })
    seen = lan.devices
    return places
  }
}

/** Shared by all searches, as the texts below are. */
const addressesIn = makeAddressTexts()

const besideIn = (account: AccountKey | null, renames: OutboxState, lan: Network, tags: DeviceTags): Beside => ({
  names: pendingDeviceNames(renames, account),
  tags,
  places: addressesIn(lan),
  macs: lan.macs,
})

interface Folded {
  readonly name: string
  readonly words: readonly string[]
  readonly places: string
  readonly mac: string | null
  readonly haystack: Haystack
}

/**
 * Kept while name and tags are the same, because folding a text costs more than searching it. All searches share it. By
 * id, because a device that was only seen again has the same texts. It holds one account at a time.
 */
let kept: { readonly account: AccountKey | null; readonly texts: Map<string, Folded> } | undefined

const textsOf = (account: AccountKey | null): Map<string, Folded> => {
  if (kept?.account !== account) kept = { account, texts: new Map() }
  return kept.texts
}

const haystackFor = (texts: Map<string, Folded>, { id, name: own, near }: AnyDevice, beside: Beside): Haystack => {
  const known = texts.get(id)
  const name = beside.names.get(id) ?? own
  const words = tagsOn(beside.tags, id)
  const places = beside.places.get(id) ?? near?.addr ?? ""
  const mac = beside.macs.get(id) ?? null
  const isSame = known?.name === name && known.words === words && known.mac === mac
  if (isSame && known.places === places) return known.haystack
  // A scan of the network reports thousands of addresses: only they are folded again.
  const haystack = isSame
    ? { ...known.haystack, places: folded(places) }
    : haystackOf({ id, name, tags: words, ip: places, mac })
  texts.set(id, { name, words, places, mac, haystack })
  return haystack
}

/** Folds the texts of a list in advance, one device a step, so that the first letter of a search need not wait for all. */
export const foldAhead = function* (state: State): Generator<undefined, void> {
  const { session, outbox, tags, lan } = state
  const account = session.current?.account ?? null
  const beside = besideIn(account, outbox, lan, tagsOf(tags, account))
  const texts = textsOf(account)
  for (const device of allDevices(state).values()) {
    haystackFor(texts, device, beside)
    yield
  }
}

/**
 * Searches a list again and again: while a person types on, it looks only through the earlier matches. `renames` are
 * the open ones, whose new names are searched.
 */
export const makeSearch = () => {
  // Depends only on the searched data, because a scan of the network changes the state all the time.
  const haystacksOf = memo(
    (
      list: readonly AnyDevice[],
      account: AccountKey | null,
      renames: OutboxState,
      devices: LanState["devices"],
      byDid: LanState["byDid"],
      macs: LanState["macs"],
      tags: DeviceTags,
    ) => {
      const beside = besideIn(account, renames, { devices, byDid, macs }, tags)
      const texts = textsOf(account)
      return list.map((device) => haystackFor(texts, device, beside))
    },
  )
  let last: { readonly search: string; readonly all: readonly Haystack[]; readonly found: DeviceMatches } | undefined
  return (
    search: string,
    list: readonly AnyDevice[],
    account: AccountKey | null,
    renames: OutboxState,
    { devices, byDid, macs }: LanState,
    tags: DeviceTags,
  ): DeviceMatches => {
    const needle = needleOf(search)
    if (needle === null) return { list, places: null, answers: null }
    const all = haystacksOf(list, account, renames, devices, byDid, macs, tags)
    const before = last?.all === all ? last : undefined
    if (before?.search === search) return before.found
    const asked = before?.found.answers?.needle
    const from = before !== undefined && asked !== undefined && isNarrower(asked, needle) ? before.found.places : null
    const found = { list, places: among(needle, all, from), answers: { needle, haystacks: all } }
    last = { search, all, found }
    return found
  }
}

/** The positions that match. Returns the same array when all do, so that nothing is counted or drawn again. */
const among = (needle: Needle, haystacks: readonly Haystack[], from: MatchIndexes): MatchIndexes => {
  const count = from?.length ?? haystacks.length
  const left = new Uint32Array(count)
  let size = 0
  for (let at = 0; at < count; at += 1) {
    const place = from?.[at] ?? at
    const haystack = haystacks[place]
    if (haystack === undefined || !matches(needle, haystack)) continue
    left[size] = place
    size += 1
  }
  return size === count ? from : left.subarray(0, size)
}
