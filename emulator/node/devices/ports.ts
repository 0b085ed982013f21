import { createHash, createHmac, randomBytes } from "node:crypto"
import type { DevicePorts } from "../../model/devices/ports.ts"
import type { FaultTable } from "../faults.ts"

/** What devices need from outside, from Node; accidents come from the table of faults. */
export const nodePorts = (faults: () => FaultTable, chance: () => number): DevicePorts => ({
  newHasher: () => {
    const hash = createHash("md5")
    return { update: (bytes) => void hash.update(bytes), hex: () => hash.copy().digest("hex") }
  },
  hmac: (key, text) => createHmac("sha256", key).update(text).digest("hex"),
  nonce: (digits) =>
    randomBytes(Math.ceil(digits / 2))
      .toString("hex")
      .slice(0, digits),
  accident: (did, stage, percent) => faults().accident({ did, stage, percent }, chance),
})
