import type { SecureContext } from "node:tls"
import { type Identity, makeIdentity } from "../../../device/identity.ts"
import { sealOf } from "../../../device/seal.ts"
import type { Endpoint } from "../../../src/domain/wire/device/endpoint.ts"
import type { Emulation } from "../emulation.ts"
import { createActivity } from "./activity.ts"
import { openAir } from "./air.ts"
import { createFollowing, type FollowingParts } from "./following.ts"
import { createNetwork } from "./network.ts"
import { nodePorts } from "./ports.ts"
import { openRegistryFile } from "./registryFile.ts"
import { createSweeper } from "./sweeper.ts"

/** The devices of an emulation on real sockets, at the emulator's time. */

export interface FleetOptions {
  readonly emulation: Emulation
  /** Origin of the mock cloud, and its port. */
  readonly cloud: string
  readonly cloudPort: number
  /** Folder of the registry file. */
  readonly registryFolder: string
  /** Key of all devices of this process, kept over restarts (SEC-5). */
  readonly identity: Identity
}

export interface Fleet {
  /** The current endpoints of the devices, in order. */
  endpoints(): readonly Endpoint[]
  readonly wake: Endpoint
  close(): void
}

/** The key of all devices of this process, and another one for devices with a key fault (SEC-5). */
const createSeals = ({ emulation, identity }: Pick<FleetOptions, "emulation" | "identity">) => {
  const own = sealOf(identity)
  let other: SecureContext | undefined
  return (did: string): SecureContext => {
    if (emulation.faults.session("other-key", did, emulation.chance) === undefined) return own
    other ??= sealOf(makeIdentity())
    return other
  }
}

const openParts = async ({
  emulation,
  cloud,
  cloudPort,
  registryFolder,
  identity,
}: FleetOptions): Promise<FollowingParts> => {
  const registry = openRegistryFile(registryFolder, cloudPort)
  const now = () => emulation.clock.now()
  const activity = createActivity(
    emulation,
    nodePorts(() => emulation.faults, emulation.chance, emulation.frames),
  )
  const network = createNetwork({
    seal: createSeals({ emulation, identity }),
    answers: activity.answers,
    announce: (did) => emulation.world().probe(did, now()),
    call: (did, line) => activity.call(did, line),
  })
  const air = await openAir({
    magic: (mac) => {
      emulation.world().magic(mac, now())
      emulation.changed()
    },
    broadcast: network.broadcast,
  })
  return { registry, activity, network, air, sweeper: createSweeper(emulation, cloud, identity.fingerprint) }
}

const closeParts = ({ sweeper, activity, network, air, registry }: FollowingParts): void => {
  sweeper.close()
  activity.close()
  network.close()
  air.close()
  registry.remove()
}

/** Resolves when every device on the network has its sockets. */
export const openFleet = async (options: FleetOptions): Promise<Fleet> => {
  const parts = await openParts(options)
  const following = createFollowing(options.emulation, parts)
  const close = (): void => {
    following.close()
    closeParts(parts)
  }
  // A failure does not fail the request that made the change. The next change tries again.
  options.emulation.onChange(() => following.catchUp().catch((error: unknown) => console.error(String(error))))
  try {
    await following.catchUp()
  } catch (error) {
    close()
    throw error
  }
  return {
    endpoints: () => [...parts.network.endpoints()].map(([, endpoint]) => endpoint),
    wake: parts.air.wake,
    close,
  }
}
