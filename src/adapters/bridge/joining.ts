import { buffer, connect, filter, map, merge, type Observable, throttleTime } from "rxjs"
import type { BridgeCallback, UnreadItems } from "../../domain/wire/bridge.ts"

type Discovered = Extract<BridgeCallback, { type: "devices_discovered" }>

/** Device messages within this time are joined into one, ms. */
export const BURST_MS = 100

const isDiscovered = (message: BridgeCallback): message is Discovered => message.type === "devices_discovered"

/**
 * Keeps the last report of each device; for one that came and went again, only that it is gone. Adds up the unreadable
 * ones.
 */
export const joined = (burst: readonly Discovered[]): Discovered => {
  const devices = new Map<string, Discovered["devices"][number]>()
  const gone = new Set<string>()
  for (const message of burst) {
    for (const device of message.devices) {
      devices.set(device.id, device)
      gone.delete(device.id)
    }
    for (const id of message.gone ?? []) {
      devices.delete(id)
      gone.add(id)
    }
  }
  const unread = burst.flatMap((message) => message.unread ?? [])
  return {
    type: "devices_discovered",
    devices: [...devices.values()],
    ...(gone.size > 0 && { gone: [...gone] }),
    ...(unread.length > 0 && { unread: together(unread) }),
  }
}

const together = (all: readonly UnreadItems[]): UnreadItems => {
  const leftOut = all.map((one) => one.leftOut)
  return {
    leftOut: {
      count: leftOut.reduce((sum, { count }) => sum + count, 0),
      ids: leftOut.flatMap(({ ids }) => ids),
      unnamed: leftOut.some(({ unnamed }) => unnamed),
      odd: leftOut.flatMap(({ odd = [] }) => odd),
    },
    problem: all[0]?.problem ?? "",
  }
}

/**
 * Joins bursts of discovered devices, so that a thousand changes a second become ten updates. Other messages pass at
 * once.
 */
export const joinBursts = (messages: Observable<BridgeCallback>): Observable<BridgeCallback> =>
  messages.pipe(
    connect((shared) => {
      const discovered = shared.pipe(filter(isDiscovered))
      const ends = discovered.pipe(throttleTime(BURST_MS, undefined, { leading: false, trailing: true }))
      return merge(
        shared.pipe(filter((message) => !isDiscovered(message))),
        discovered.pipe(
          buffer(ends),
          filter((burst) => burst.length > 0),
          map(joined),
        ),
      )
    }),
  )
