import { BlockList, isIPv6 } from "node:net"
import { DEVICE_PORT } from "../../src/domain/values/limits.ts"
import type { Place } from "../../src/domain/wire/device/place.ts"

/** As people and `parseLanTarget` write it; the usual port is left out. */
export const placeText = ({ address, port }: Place): string => {
  const host = isIPv6(address) ? `[${address}]` : address
  return port === DEVICE_PORT ? host : `${host}:${port}`
}

export const samePlace = (a: Place, b: Place): boolean => a.address === b.address && a.port === b.port

const loopback = new BlockList()
loopback.addSubnet("127.0.0.0", 8, "ipv4")
loopback.addAddress("::1", "ipv6")

/** Whether a datagram from here was sent on this machine. */
export const isLoopback = ({ address }: Pick<Place, "address">): boolean =>
  loopback.check(address, isIPv6(address) ? "ipv6" : "ipv4")
