import * as Schema from "effect/Schema"
import { naturalUpTo, readerOf, textUpTo } from "./text.ts"

/**
 * The file in which an emulator lists what bridges on the same machine cannot find by the network: devices on other
 * ports where a system has one loopback address, devices on a USB cable, and the endpoint for magic packets. Real
 * networks have none.
 */

const ADDRESS_MAX_LENGTH = 64
const PORT_MAX = 65_535
const Port = naturalUpTo(PORT_MAX)
const endpointFields = { address: textUpTo(ADDRESS_MAX_LENGTH), port: Port }

export const DeviceRegistry = Schema.Struct({
  format: Schema.Literal("sightline.devices"),
  version: Schema.Literal(1),
  /** Process of the emulator. The file of a dead process is stale. */
  pid: naturalUpTo(Number.MAX_SAFE_INTEGER),
  /** The endpoint for broadcast probes; null where the system has no such address. */
  broadcast: Schema.NullOr(Schema.Struct(endpointFields)),
  /** The endpoint for magic packets. */
  wake: Schema.Struct(endpointFields),
  devices: Schema.Array(
    Schema.Struct({ ...endpointFields, did: Schema.String, link: Schema.Literals(["lan", "usb"]) }),
  ),
})
export type DeviceRegistry = typeof DeviceRegistry.Type

/** Folder of registry files in the system's folder for temporary files. Only its owner may write there. */
export const registryFolder = (user: string): string => `sightline-${user}`
/** One file for each emulator, named by the port of its cloud. */
export const registryFile = (cloudPort: number): string => `devices-${cloudPort}.json`
export const isRegistryFile = (name: string): boolean => /^devices-[0-9]{1,5}\.json$/.test(name)

export const decodeRegistry = readerOf(DeviceRegistry)
