import { createHash, createHmac, randomBytes } from "node:crypto"
import { constants, deflateSync, inflateSync } from "node:zlib"
import type { DevicePorts } from "../../model/devices/ports.ts"
import type { FaultTable } from "../faults.ts"
import type { Frames } from "../frames.ts"

/** The external needs of devices, provided by Node. Accidents come from the table of faults. */
export const nodePorts = (faults: () => FaultTable, chance: () => number, frames: Frames): DevicePorts => ({
  newHasher: () => {
    const hash = createHash("md5")
    return { update: (bytes) => void hash.update(bytes), hex: () => hash.copy().digest("hex") }
  },
  hmac: (key, text) => createHmac("sha256", key).update(text).digest("hex"),
  nonce: (digits) =>
    randomBytes(Math.ceil(digits / 2))
      .toString("hex")
      .slice(0, digits),
  reported: (did, way, message) => frames.add(way === "in" ? "bridge-device" : "device-bridge", did, message),
  deflate: (bytes) => deflateSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH }),
  inflate: (bytes, max) => {
    try {
      return inflateSync(bytes, { maxOutputLength: max, finishFlush: constants.Z_SYNC_FLUSH })
    } catch {
      return undefined
    }
  },
  screenFault: (did, fault) => faults().session(fault, did, chance),
  accident: (did, stage, percent) => faults().accident({ did, stage, percent }, chance),
})
