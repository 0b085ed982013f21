import { definitionOf } from "../actions/table.ts"
import type { Device } from "../features/devices/state.ts"
import type { FirmwareState } from "../features/firmware/state.ts"
import { type LanDevice, type LanState, lanDevicesOf } from "../features/lan/state.ts"
import { type DeviceTags, tagsOn } from "../features/tags/feature.ts"
import type { ActionList } from "../outbox/actions.ts"
import type { AccountKey } from "../values/identity.ts"
import type { AnyDevice } from "./allDevices.ts"
import { type DeviceStatus, type DeviceType, statusOf, typeOf } from "./devices.ts"
import { isOutdated } from "./firmware.ts"

/** The ways to reach a device. A device of the account that answers on this network has two. */
export const deviceKinds = ["cloud", "lan", "usb"] as const
export type DeviceKind = (typeof deviceKinds)[number]

/** The owner of a device: the person, or the person who shares it, whose name may be unknown. */
export const OWN = ""
export const UNNAMED = "?"
export const ownerOf = ({ shared, owner }: Pick<Device, "shared" | "owner">): string =>
  shared ? owner.trim() || UNNAMED : OWN

/** Within a list any value may match, and an empty list matches all. All parts together must match (DEVICE-12). */
export interface DeviceFilter {
  readonly kinds: readonly DeviceKind[]
  readonly types: readonly DeviceType[]
  readonly statuses: readonly DeviceStatus[]
  readonly owners: readonly string[]
  readonly tags: readonly string[]
  /** Only devices whose firmware is older than the latest known one. */
  readonly outdated: boolean
  /** Only devices that wait for the person's decision. */
  readonly needsYou: boolean
}

/** The cleared filter, which all devices pass. */
export const NO_FILTER = {
  kinds: [],
  types: [],
  statuses: [],
  owners: [],
  tags: [],
  outdated: false,
  needsYou: false,
} as const satisfies DeviceFilter

const parts = ["kinds", "types", "statuses", "owners", "tags", "outdated", "needsYou"] as const
export type FilterPart = (typeof parts)[number]

export const asksFor = (filter: DeviceFilter, part: FilterPart): boolean => {
  const asked = filter[part]
  return typeof asked === "boolean" ? asked : asked.length > 0
}

export const hasFilter = (filter: DeviceFilter): boolean => parts.some((part) => asksFor(filter, part))

/** The values of one device for each part of a filter; it has every word in a list. */
export type DeviceFacets = DeviceFilter

/**
 * The data beside the list that a filter needs. Unused parts may be empty, so that their changes cause no new result.
 */
export interface FilterContext {
  readonly tags: DeviceTags
  readonly readAt: number | null
  /** ms */
  readonly now: number
  readonly lan: Pick<LanState, "devices" | "byDid">
  /** Devices that answer on this network, by did. */
  readonly near: LanState["byDid"]
  readonly latest: FirmwareState["latest"]
  /** Devices with an action that only the person can settle. */
  readonly waiting: ReadonlySet<string>
}

const NO_WORDS: readonly never[] = []
const BY_CLOUD: readonly DeviceKind[] = ["cloud"]

const kindOf = ({ addr }: LanDevice): DeviceKind => (addr === "" ? "usb" : "lan")

/** Each kind once, also where a device answers at two addresses. */
const kindsOf = ({ id, near: unlisted }: AnyDevice, { lan, near }: FilterContext): readonly DeviceKind[] => {
  if (unlisted !== undefined) return [kindOf(unlisted)]
  return near.has(id) ? [...new Set([...BY_CLOUD, ...lanDevicesOf(lan, id).map(kindOf)])] : BY_CLOUD
}

/** DEVICE-5: a device that answers on this network is online; one of this network alone was, at its last answer. */
export const statusIn = (
  { readAt, now, near }: Pick<FilterContext, "readAt" | "now" | "near">,
  device: AnyDevice,
): DeviceStatus => {
  if (near.size > 0 && near.has(device.id)) return "online"
  return device.near === undefined ? statusOf(device.lastSeen, readAt, now) : "lastKnown"
}

export const facetsOf = (device: AnyDevice, around: FilterContext): DeviceFacets => {
  const isBound = device.near === undefined
  const [first] = isBound && around.near.has(device.id) ? lanDevicesOf(around.lan, device.id) : NO_WORDS
  return {
    kinds: kindsOf(device, around),
    types: [typeOf(device)],
    statuses: [statusIn(around, device)],
    owners: isBound ? [ownerOf(device)] : NO_WORDS,
    tags: isBound ? tagsOn(around.tags, device.id) : NO_WORDS,
    outdated: isBound ? isOutdated(device, first ?? null, around.latest) : isOutdated(null, device.near, around.latest),
    needsYou: isBound && around.waiting.has(device.id),
  }
}

const holds = (filter: DeviceFilter, facets: DeviceFacets, part: FilterPart): boolean => {
  if (!asksFor(filter, part)) return true
  const has = facets[part]
  if (typeof has === "boolean") return has
  const asked: DeviceFilter[FilterPart] = filter[part]
  return typeof asked !== "boolean" && asked.some((word) => has.some((own) => own === word))
}

export const passes = (filter: DeviceFilter, facets: DeviceFacets): boolean =>
  parts.every((part) => holds(filter, facets, part))

/** The only part that excludes a device; `none` when no part does, null when several do. */
export const kept = (filter: DeviceFilter, facets: DeviceFacets): FilterPart | "none" | null => {
  let by: FilterPart | "none" = "none"
  for (const part of parts) {
    if (holds(filter, facets, part)) continue
    if (by !== "none") return null
    by = part
  }
  return by
}

/** Devices of an account with an action that only the person can settle. */
export const undecidedIn = (unconfirmed: ActionList, account: AccountKey): ReadonlySet<string> =>
  new Set(
    unconfirmed.flatMap(({ intent, dismissed, account: of }) => {
      const subject = definitionOf(intent).about(intent)
      return subject.kind === "device" && !dismissed && of === account ? [subject.id] : []
    }),
  )
