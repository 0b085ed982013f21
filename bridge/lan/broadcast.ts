import { networkInterfaces } from "node:os"
import { DEVICE_PORT } from "../../src/domain/values/limits.ts"
import type { Endpoint } from "../../src/domain/wire/device/endpoint.ts"

const bytesOf = (address: string): readonly number[] => address.split(".").map(Number)

/** The address that all hosts of a network receive: the host part all ones. */
const broadcastAddress = (address: string, netmask: string): string => {
  const mask = bytesOf(netmask)
  return bytesOf(address)
    .map((byte, at) => byte | (~(mask[at] ?? 0) & 0xff))
    .join(".")
}

/** The broadcast address of every network of this machine, and the one of the network that the system uses by default. */
export const broadcastAddresses = (): readonly string[] => {
  const own = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal }) => family === "IPv4" && !internal)
    .map(({ address, netmask }) => broadcastAddress(address, netmask))
  return [...new Set(["255.255.255.255", ...own])]
}

export const broadcastEndpoints = (): readonly Endpoint[] =>
  broadcastAddresses().map((address) => ({ address, port: DEVICE_PORT }))

/** Addresses of this machine under which a device may answer, loopback last. */
export const ownAddresses = (): readonly string[] => {
  const all = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family }) => family === "IPv4")
  return [...all.filter(({ internal }) => !internal), ...all.filter(({ internal }) => internal)].map(
    ({ address }) => address,
  )
}
