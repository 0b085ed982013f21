import type { DeviceRegistry } from "../../../src/domain/wire/device/registry.ts"
import type { WorldModel } from "../../model/world.ts"
import type { Air } from "./air.ts"
import type { DeviceSockets } from "./network.ts"
import type { RegistryFile } from "./registryFile.ts"

/** Keeps the sockets and the registry file in line with the devices on the network. */
export interface Settling {
  /** Marks that devices were added or removed: the next `settle` compares again. */
  unsettle(): void
  /** Resolves when every device on the network has its sockets. Runs one at a time. */
  settle(): Promise<void>
  close(): void
}

export interface SettledParts {
  readonly network: DeviceSockets
  readonly air: Air
  readonly registry: RegistryFile
}

const outOfFiles = (homeless: number): string =>
  `${homeless} devices are not on the network: the system lets this process open no more sockets, or has no more addresses`

const registryOf = (world: WorldModel, network: DeviceSockets, air: Air): DeviceRegistry => ({
  format: "sightline.devices",
  version: 1,
  pid: process.pid,
  broadcast: air.broadcast,
  wake: air.wake,
  devices: [...network.endpoints()].map(([did, endpoint]) => ({
    ...endpoint,
    did,
    link: world.device(did)?.kind === "usb" ? "usb" : "lan",
  })),
})

export const createSettling = (world: () => WorldModel, { network, air, registry }: SettledParts): Settling => {
  let closed = false
  let unsettled = true
  let settling = Promise.resolve()

  const settleNow = async (): Promise<void> => {
    const near = [...world().devices()].filter((device) => device.near).map(({ did }) => did)
    const homeless = await network.settle(near)
    if (closed) return
    if (homeless > 0) console.error(outOfFiles(homeless))
    registry.write(registryOf(world(), network, air))
  }
  const settle = async (): Promise<void> => {
    unsettled = false
    try {
      await settleNow()
    } catch (error) {
      unsettled = true
      throw error
    }
  }

  return {
    unsettle: () => {
      unsettled = true
    },
    settle: () => {
      if (unsettled) settling = settling.then(settle, settle)
      return settling
    },
    close: () => {
      closed = true
    },
  }
}
