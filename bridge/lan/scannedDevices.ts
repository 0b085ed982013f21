import { BlockList, isIPv6 } from "node:net"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { PRIVATE_NETWORKS } from "../../src/domain/values/privateNetworks.ts"
import type { Announced } from "../../src/domain/wire/device/discovery.ts"
import type { Endpoint } from "../../src/domain/wire/device/endpoint.ts"
import { SCANNED_FRESH_MS, SCANNED_KEPT_MAX, SCANNED_KEPT_MS, SCANNED_WRITE_AFTER_MS } from "../limits.ts"
import { readOwnFile, writeOwnFile } from "../ownFile.ts"
import { isLoopback, sameEndpoint } from "./endpoint.ts"

/**
 * Endpoints at which scans found devices. A broadcast may not reach them, so a restarted bridge asks these endpoints
 * directly. It still checks the pinned key of each device. The file has only endpoints of this machine and of private
 * networks.
 */
export interface ScannedDevices {
  record(device: Pick<Announced, "id" | "did">, endpoint: Endpoint): void
  all(): readonly ScannedDevice[]
  /** Finds a device by its id on the network, or by its `did`. */
  find(id: string): ScannedDevice | undefined
  /** Writes the changes that are not written yet. */
  close(): void
}

const FORMAT = "sightline.bridge-scanned"
const ID_MAX_LENGTH = 128
const ADDRESS_MAX_LENGTH = 45
const PORT_MAX = 65_535

const Id = Schema.NonEmptyString.check(Schema.isMaxLength(ID_MAX_LENGTH))
const ScannedDevice = Schema.Struct({
  id: Id,
  did: Id,
  address: Schema.NonEmptyString.check(Schema.isMaxLength(ADDRESS_MAX_LENGTH)),
  port: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: PORT_MAX })),
  /** The last time at which a scan found it there, ms since 1970. Earlier releases did not write it. */
  foundAt: Schema.optionalKey(Schema.Finite),
})
export type ScannedDevice = typeof ScannedDevice.Type
const ScannedFile = Schema.Struct({
  format: Schema.Literal(FORMAT),
  version: Schema.Literal(1),
  /** The device found last is at the end. */
  devices: Schema.Array(ScannedDevice),
})
const decodeFile = Schema.decodeUnknownResult(Schema.fromJsonString(ScannedFile))

const privateNetworks = new BlockList()
for (const [network, prefix] of PRIVATE_NETWORKS)
  privateNetworks.addSubnet(network, prefix, isIPv6(network) ? "ipv6" : "ipv4")

const isNear = ({ address }: Endpoint): boolean =>
  isLoopback({ address }) || privateNetworks.check(address, isIPv6(address) ? "ipv6" : "ipv4")

type Found = ScannedDevice & { readonly foundAt: number }

/**
 * The near and recent devices, each at the endpoint where a scan found it last. The device found last is at the end.
 */
const merged = (devices: readonly Found[], now: number): Map<string, Found> => {
  const kept = devices.filter((device) => isNear(device) && now - device.foundAt < SCANNED_KEPT_MS)
  const byDid = new Map<string, Found>()
  for (const device of kept.toSorted((a, b) => a.foundAt - b.foundAt)) {
    byDid.delete(device.did)
    byDid.set(device.did, device)
  }
  return new Map([...byDid].slice(-SCANNED_KEPT_MAX))
}

/** The devices in the file. Undefined for a file that cannot be used, after one complaint. */
const readScanned = (path: string, now: number, complain: (line: string) => void): readonly Found[] | undefined => {
  const file = readOwnFile(path)
  if (file.kind === "missing") return []
  const decoded = file.kind === "text" ? decodeFile(file.text) : undefined
  if (decoded !== undefined && Result.isSuccess(decoded))
    // A time in the future, from before the clock was set back, must not make an entry last longer.
    return decoded.success.devices.map((device) => ({ ...device, foundAt: Math.min(device.foundAt ?? now, now) }))
  complain(
    `the file of scanned devices ${path} is ${file.kind === "text" ? "damaged or of a newer release" : "unreadable"} and was left alone: after a start, devices in it are found by a scan alone`,
  )
  return undefined
}

/**
 * Complains once about a file that it cannot read, and leaves it alone. Found devices then last as long as the bridge.
 */
export const openScannedDevices = (
  path: string,
  complain: (line: string) => void,
  now: () => number = Date.now,
): ScannedDevices => {
  const atStart = readScanned(path, now(), complain)
  let isUsable = atStart !== undefined
  let byDid = merged(atStart ?? [], now())
  let timer: NodeJS.Timeout | undefined
  let hasComplained = false

  const write = (): void => {
    clearTimeout(timer)
    timer = undefined
    // Another bridge of the same person may have written the file meanwhile. Keeps that bridge's devices.
    const others = readScanned(path, now(), complain)
    isUsable = others !== undefined
    if (others === undefined) return
    byDid = merged([...others, ...byDid.values()], now())
    const isWritten = writeOwnFile(path, {
      format: FORMAT,
      version: 1,
      devices: [...byDid.values()],
    } satisfies typeof ScannedFile.Type)
    if (!isWritten && !hasComplained) complain(`the file of scanned devices ${path} cannot be written`)
    hasComplained = !isWritten
  }

  return {
    record: ({ id, did }, endpoint) => {
      const before = byDid.get(did)
      if (!isNear(endpoint)) return
      const foundAt = now()
      byDid = merged([...byDid.values(), { id, did, address: endpoint.address, port: endpoint.port, foundAt }], foundAt)
      const isSame = before?.id === id && sameEndpoint(before, endpoint)
      if (isSame && foundAt - before.foundAt < SCANNED_FRESH_MS) return
      if (isUsable) timer ??= setTimeout(write, SCANNED_WRITE_AFTER_MS)
    },
    all: () => [...byDid.values()],
    find: (id) => byDid.get(id) ?? [...byDid.values()].find((device) => device.id === id),
    close: () => {
      if (timer !== undefined) write()
    },
  }
}
