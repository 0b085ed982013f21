import type { DiscoveryItem } from "../../src/domain/wire/bridge.ts"
import type { Announced } from "../../src/domain/wire/device/discovery.ts"
import type { Place } from "../../src/domain/wire/device/place.ts"
import { ADDRESS_HELD_MS, NEIGHBOURS_MAX, ROUNDS_MISSED_MAX } from "../limits.ts"
import { placeText, samePlace } from "./place.ts"

/** The devices that answer, and what of them is news (LAN-6). Without I/O and clock. */

export interface Neighbour {
  readonly item: DiscoveryItem
  readonly place: Place
  readonly heardAt: number
  /** Rounds in a row without an answer. */
  readonly missed: number
}

export interface Neighbours {
  get(id: string): Neighbour | undefined
  all(): Iterable<Neighbour>
  heard(announced: Announced, place: Place, now: number): void
  /** Ends a round that began at `since`: who has not answered has missed it; who has missed too many is gone. */
  endRound(since: number): void
  /** Calls back with the id of what appeared, changed or went away; returns how to stop. */
  onChange(listener: (id: string) => void): () => void
}

const itemOf = ({ link, ...announced }: Announced, place: Place): DiscoveryItem => ({
  ...announced,
  addr: link === "usb" ? "" : placeText(place),
})

/** A new time of the device's clock alone is no news. */
const sameItem = (a: DiscoveryItem, b: DiscoveryItem): boolean =>
  JSON.stringify({ ...a, timestamp: 0 }) === JSON.stringify({ ...b, timestamp: 0 })

export const createNeighbours = (): Neighbours => {
  const known = new Map<string, Neighbour>()
  const listeners = new Set<(id: string) => void>()
  const tell = (id: string): void => {
    for (const listener of listeners) listener(id)
  }

  return {
    get: (id) => known.get(id),
    all: () => known.values(),
    heard: (announced, place, now) => {
      const before = known.get(announced.id)
      if (before === undefined && known.size >= NEIGHBOURS_MAX) return
      // Who has two addresses keeps one, and nobody takes the place of a device that answers.
      if (before !== undefined && !samePlace(before.place, place) && now - before.heardAt < ADDRESS_HELD_MS) return
      const item = itemOf(announced, place)
      known.set(announced.id, { item, place, heardAt: now, missed: 0 })
      if (before === undefined || !sameItem(before.item, item)) tell(announced.id)
    },
    endRound: (since) => {
      for (const [id, one] of known) {
        if (one.heardAt >= since) continue
        const missed = one.missed + 1
        if (missed < ROUNDS_MISSED_MAX) known.set(id, { ...one, missed })
        else {
          known.delete(id)
          tell(id)
        }
      }
    },
    onChange: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
