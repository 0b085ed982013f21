import { BlockList, isIPv6 } from "node:net"
import { DEVICE_PORT } from "../../src/domain/values/limits.ts"
import type { Endpoint } from "../../src/domain/wire/device/endpoint.ts"

/** The form that people write and `parseLanTarget` reads, without the default port. */
export const endpointText = ({ address, port }: Endpoint): string => {
  const host = isIPv6(address) ? `[${address}]` : address
  return port === DEVICE_PORT ? host : `${host}:${port}`
}

export const sameEndpoint = (a: Endpoint, b: Endpoint): boolean => a.address === b.address && a.port === b.port

const loopback = new BlockList()
loopback.addSubnet("127.0.0.0", 8, "ipv4")
loopback.addAddress("::1", "ipv6")

/** True when a datagram from this endpoint was sent on this machine. */
export const isLoopback = ({ address }: Pick<Endpoint, "address">): boolean =>
  loopback.check(address, isIPv6(address) ? "ipv6" : "ipv4")
