import { isIPv6 } from "node:net"
import { DEVICE_PORT } from "../../src/domain/values/limits.ts"
import type { Place } from "../../src/domain/wire/device/place.ts"

/** As people and `parseLanTarget` write it; the usual port is left out. */
export const placeText = ({ address, port }: Place): string => {
  const host = isIPv6(address) ? `[${address}]` : address
  return port === DEVICE_PORT ? host : `${host}:${port}`
}

export const samePlace = (a: Place, b: Place): boolean => a.address === b.address && a.port === b.port
