import type { Announced } from "../../src/domain/wire/device/discovery.ts"

/** The announcement of a device. */
export const announced = (id: string, name: string, changes: Partial<Announced> = {}): Announced => ({
  id,
  did: `did-${id}`,
  name,
  model: 1,
  cloud_type: 0,
  timestamp: 1_000,
  is_usb: false,
  is_hid: true,
  flags: 0,
  build: 241_129_184_309,
  link: "lan",
  ...changes,
})
