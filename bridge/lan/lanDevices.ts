import type { DiscoveryItem } from "../../src/domain/wire/bridge.ts"
import type { Announced } from "../../src/domain/wire/device/discovery.ts"
import type { Endpoint } from "../../src/domain/wire/device/endpoint.ts"
import { ADDRESS_HELD_MS, LAN_DEVICES_MAX, LAN_DEVICES_PER_SOURCE_MAX, ROUNDS_MISSED_MAX } from "../limits.ts"
import { endpointText, isLoopback, sameEndpoint } from "./endpoint.ts"
import {
  addressesIn,
  afterRound,
  noOtherEndpoints,
  type OtherEndpoints,
  withAnswer,
  withKnownAnswer,
} from "./otherEndpoints.ts"
import { createSources } from "./sources.ts"

/** The devices that answer, and the news about them (LAN-6). Without I/O and clock. */

export interface AnsweringDevice {
  readonly item: DiscoveryItem
  readonly endpoint: Endpoint
  readonly answeredAt: number
  /** Rounds in a row without an answer. */
  readonly missed: number
  readonly others: OtherEndpoints
}

export interface LanDevices {
  get(id: string): AnsweringDevice | undefined
  all(): Iterable<AnsweringDevice>
  /**
   * Records the announcement of a device. `isListed`: a registry of this person names the endpoint, so that many
   * devices may share its address.
   */
  record(announced: Announced, endpoint: Endpoint, now: number, isListed?: boolean): void
  /** True when this answer comes from the endpoint of a known device and contains no news. */
  isKnown(announced: Announced, endpoint: Endpoint): boolean
  /**
   * Ends a round that began at `since`. A device that has not answered has missed it. A device that has missed too many
   * is gone.
   */
  endRound(since: number): void
  /** Calls back with the id of a device that appeared, changed or went away. Returns the function that stops it. */
  onChange(listener: (id: string) => void): () => void
}

/**
 * A cable ends at this machine: a message from the network did not come over a cable, whatever link it names (LAN-6).
 */
const itemOf = ({ link, ...announced }: Announced, endpoint: Endpoint): DiscoveryItem => ({
  ...announced,
  addr: link === "usb" && isLoopback(endpoint) ? "" : endpointText(endpoint),
})

const withOthers = (item: DiscoveryItem, others: OtherEndpoints): DiscoveryItem => {
  const addresses = addressesIn(others)
  return addresses.length === 0 ? item : { ...item, others: addresses }
}

/** A new time of the device's clock is no news. */
const sameItem = (a: DiscoveryItem, b: DiscoveryItem): boolean =>
  JSON.stringify({ ...a, timestamp: 0 }) === JSON.stringify({ ...b, timestamp: 0 })

/** True when a device announces the same item, ignoring the other endpoints that answer with its id. */
const saysSame = ({ others: _, ...known }: DiscoveryItem, item: DiscoveryItem): boolean => sameItem(known, item)

export const createLanDevices = (): LanDevices => {
  const known = new Map<string, AnsweringDevice>()
  const sources = createSources(LAN_DEVICES_PER_SOURCE_MAX)
  const listeners = new Set<(id: string) => void>()
  const tell = (id: string): void => {
    for (const listener of listeners) listener(id)
  }
  const forget = (id: string): void => {
    known.delete(id)
    sources.remove(id)
    tell(id)
  }
  /** An address with one device takes precedence over an address that claims many. */
  const makeRoom = (source: string): boolean => {
    if (known.size < LAN_DEVICES_MAX) return true
    const surplus = sources.has(source) ? undefined : sources.surplus()
    if (surplus === undefined) return false
    forget(surplus)
    return true
  }

  const endRoundOfOthers = (id: string, one: AnsweringDevice, since: number): void => {
    const others = afterRound(one.others, since)
    const { others: _, ...said } = one.item
    const item = withOthers(said, others)
    known.set(id, { ...one, item, others })
    if (!sameItem(one.item, item)) tell(id)
  }

  return {
    get: (id) => known.get(id),
    all: () => known.values(),
    isKnown: (announced, endpoint) => {
      const before = known.get(announced.id)
      return (
        before !== undefined &&
        sameEndpoint(before.endpoint, endpoint) &&
        saysSame(before.item, itemOf(announced, endpoint))
      )
    },
    record: (announced, endpoint, now, isListed = false) => {
      const before = known.get(announced.id)
      const source = isListed ? endpointText(endpoint) : endpoint.address
      const said = itemOf(announced, endpoint)
      // The device keeps its endpoint while that endpoint answers. The list names another endpoint with the same id
      // beside it.
      if (
        before !== undefined &&
        !sameEndpoint(before.endpoint, endpoint) &&
        now - before.answeredAt < ADDRESS_HELD_MS
      ) {
        const isOnCable = said.addr === "" || before.item.addr === ""
        if (!isOnCable) known.set(announced.id, { ...before, others: withAnswer(before.others, endpoint, now) })
        return
      }
      if (!sources.hasRoom(source, announced.id)) return
      if (before === undefined && !makeRoom(source)) return
      sources.add(source, announced.id)
      const others =
        before === undefined ? noOtherEndpoints : withKnownAnswer(before.others, endpoint, before.answeredAt)
      const item = withOthers(said, others)
      known.set(announced.id, { item, endpoint, answeredAt: now, missed: 0, others })
      if (before === undefined || !sameItem(before.item, item)) tell(announced.id)
    },
    endRound: (since) => {
      for (const [id, one] of known) {
        if (one.others.size > 0) endRoundOfOthers(id, one, since)
        if (one.answeredAt >= since) continue
        const missed = one.missed + 1
        if (missed < ROUNDS_MISSED_MAX) known.set(id, { ...(known.get(id) ?? one), missed })
        else forget(id)
      }
    },
    onChange: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
