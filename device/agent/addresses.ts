import { BlockList, isIPv6 } from "node:net"
import { networkInterfaces } from "node:os"
import { PRIVATE_NETWORKS } from "../../src/domain/values/privateNetworks.ts"

/** Near addresses: this machine's own, and those that are not routed over the internet. */

const listOf = (...subnets: readonly (readonly [string, number])[]): BlockList => {
  const list = new BlockList()
  for (const [address, prefix] of subnets) list.addSubnet(address, prefix, isIPv6(address) ? "ipv6" : "ipv4")
  return list
}

const loopback = listOf(["127.0.0.0", 8], ["::1", 128])
const local = listOf(...PRIVATE_NETWORKS)

const MAPPED = /^::ffff:(?=[0-9.]+$)/i
const isIn = (list: BlockList, address: string): boolean => {
  const plain = address.replace(MAPPED, "")
  return list.check(plain, isIPv6(plain) ? "ipv6" : "ipv4")
}

export const isLoopback = (address: string): boolean => isIn(loopback, address)
export const isNear = (address: string): boolean => isLoopback(address) || isIn(local, address)

const bytesOf = (address: string): readonly number[] => address.split(".").map(Number)

const broadcastOf = (address: string, netmask: string): string => {
  const mask = bytesOf(netmask)
  return bytesOf(address)
    .map((byte, at) => byte | (~(mask[at] ?? 0) & 0xff))
    .join(".")
}

/** The broadcast addresses of this machine's networks, or of the one network with the address `own`. */
export const broadcastAddresses = (own?: string): readonly string[] => {
  const addresses = Object.values(networkInterfaces())
    .flatMap((found) => found ?? [])
    .filter(({ family, internal, address }) => family === "IPv4" && !internal && (own === undefined || own === address))
  return [...new Set(["255.255.255.255", ...addresses.map(({ address, netmask }) => broadcastOf(address, netmask))])]
}

/** `address:port`, with an IPv6 address in brackets. */
export const endpointText = (address: string, port: number): string =>
  isIPv6(address) ? `[${address}]:${port}` : `${address}:${port}`
