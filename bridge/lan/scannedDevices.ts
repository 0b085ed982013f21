import { BlockList, isIPv6 } from "node:net"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { PRIVATE_NETWORKS } from "../../src/domain/values/privateNetworks.ts"
import type { Announced } from "../../src/domain/wire/device/discovery.ts"
import type { Endpoint } from "../../src/domain/wire/device/endpoint.ts"
import { SCANNED_KEPT_MAX, SCANNED_WRITE_AFTER_MS } from "../limits.ts"
import { readOwnFile, writeOwnFile } from "../ownFile.ts"
import { isLoopback, sameEndpoint } from "./endpoint.ts"

/**
 * Where scans have found devices. No broadcast may reach them there, so a bridge that starts again asks these endpoints itself.
 * Who answers is judged as always, by the pinned key. Only endpoints of this machine and of private networks are kept.
 */
export interface ScannedDevices {
  record(device: Pick<Announced, "id" | "did">, endpoint: Endpoint): void
  all(): readonly ScannedDevice[]
  /** By its id on the network, or by its `did`. */
  find(id: string): ScannedDevice | undefined
  /** Writes what is not written yet. */
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
})
export type ScannedDevice = typeof ScannedDevice.Type
const ScannedFile = Schema.Struct({
  format: Schema.Literal(FORMAT),
  version: Schema.Literal(1),
  /** The one found last at the end. */
  devices: Schema.Array(ScannedDevice),
})
const decodeFile = Schema.decodeUnknownResult(Schema.fromJsonString(ScannedFile))

const privateNetworks = new BlockList()
for (const [network, prefix] of PRIVATE_NETWORKS)
  privateNetworks.addSubnet(network, prefix, isIPv6(network) ? "ipv6" : "ipv4")

const isNear = ({ address }: Endpoint): boolean =>
  isLoopback({ address }) || privateNetworks.check(address, isIPv6(address) ? "ipv6" : "ipv4")

/** A file that cannot be read is said once and left alone: what is found then lasts as long as the bridge. */
export const openScannedDevices = (path: string, complain: (line: string) => void): ScannedDevices => {
  const file = readOwnFile(path)
  const decoded = file.kind === "text" ? decodeFile(file.text) : undefined
  const isUsable = file.kind === "missing" || (decoded !== undefined && Result.isSuccess(decoded))
  if (!isUsable)
    complain(
      `the file of scanned devices ${path} is ${file.kind === "text" ? "damaged or of a newer release" : "unreadable"} and was left alone: after a start, devices in it are found by a scan alone`,
    )
  const read = decoded !== undefined && Result.isSuccess(decoded) ? decoded.success.devices : []
  const byDid = new Map(read.filter(isNear).map((device) => [device.did, device]))
  let timer: NodeJS.Timeout | undefined
  let hasComplained = false

  const write = (): void => {
    clearTimeout(timer)
    timer = undefined
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
      byDid.delete(did)
      byDid.set(did, { id, did, address: endpoint.address, port: endpoint.port })
      for (const oldest of byDid.keys()) {
        if (byDid.size <= SCANNED_KEPT_MAX) break
        byDid.delete(oldest)
      }
      if (before?.id === id && sameEndpoint(before, endpoint)) return
      if (isUsable) timer ??= setTimeout(write, SCANNED_WRITE_AFTER_MS)
    },
    all: () => [...byDid.values()],
    find: (id) => byDid.get(id) ?? [...byDid.values()].find((device) => device.id === id),
    close: () => {
      if (timer !== undefined) write()
    },
  }
}
