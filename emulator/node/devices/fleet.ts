import { parseMac } from "../../../src/domain/values/mac.ts"
import type { Place } from "../../../src/domain/wire/device/place.ts"
import type { News } from "../../model/devices/news.ts"
import type { World } from "../../model/world.ts"
import type { Emulation } from "../emulation.ts"
import { createActivity } from "./activity.ts"
import { type Air, openAir } from "./air.ts"
import { natAnswers } from "./natAnswer.ts"
import { createNetwork } from "./network.ts"
import { nodePorts } from "./ports.ts"
import { openRegistryFile } from "./registryFile.ts"
import { createSweeper } from "./sweeper.ts"

/** The devices of an emulation on real sockets: the world's devices, at the emulator's time. */

export interface FleetOptions {
  readonly emulation: Emulation
  /** Origin of the mock cloud, and its port. */
  readonly cloud: string
  readonly cloudPort: number
  /** Where the registry file goes. */
  readonly registryFolder: string
}

export interface Fleet {
  /** Where devices are by now, in order. */
  places(): readonly Place[]
  readonly wake: Place
  close(): void
}

const outOfFiles = (homeless: number): string =>
  `${homeless} devices are not on the network: the system lets this process open no more sockets, or has no more addresses`

/** Resolves when every device on the network has its sockets. */
export const openFleet = async (options: FleetOptions): Promise<Fleet> => {
  const { emulation, cloud } = options
  const registry = openRegistryFile(options.registryFolder, options.cloudPort)
  const now = () => emulation.clock.now()
  const activity = createActivity(
    emulation,
    nodePorts(() => emulation.faults, emulation.chance, emulation.frames),
  )
  const network = createNetwork({
    announce: (did) => emulation.world().probe(did, now()),
    call: (did, line) => activity.call(did, line),
  })
  const air: Air = await openAir({
    magic: (mac) => {
      emulation.world().magic(mac, now())
      emulation.changed()
    },
    broadcast: network.broadcast,
  })
  const sweeper = createSweeper(emulation, cloud)

  let world: World | undefined
  let detach = () => {}
  let closed = false
  /** What has to be done at the next occasion: sockets opened and closed, heartbeats sent. */
  let unsettled = true
  let unswept = true
  let offset = emulation.clock.offset()
  /** Magic packets on their way. */
  const packets = new Set<Promise<void>>()

  /** Changes that come from devices are kept like those that come from calls; several share one telling. */
  let telling = false
  const tellSoon = (): void => {
    if (telling) return
    telling = true
    setImmediate(() => {
      telling = false
      if (!closed) emulation.changed()
    })
  }

  const sendMagic = (text: string): void => {
    const mac = parseMac(text)
    if (!mac.ok) return
    const packet = air.magic(mac.value).finally(() => packets.delete(packet))
    packets.add(packet)
  }

  const sendNat = (did: string, payload: unknown): void => {
    const answers = natAnswers(did, payload)
    for (const to of answers?.to ?? [])
      if (answers !== undefined && !network.send(did, answers.bytes, to)) air.send(answers.bytes, to)
  }

  const follow = (news: News): void => {
    if (news.kind === "magic") sendMagic(news.mac)
    else if (news.kind === "nat") sendNat(news.did, news.payload)
    else if (news.kind === "fleet") unsettled = true
    else activity.stir(news.did)
    unswept = true
    tellSoon()
  }

  const attend = (): void => {
    if (world === emulation.world()) return
    detach()
    /* A connection belongs to a device of the former world; what came over it would change nothing that anybody sees. */
    network.hangUp()
    world = emulation.world()
    detach = world.attend(follow)
    sweeper.restart()
    unsettled = true
    unswept = true
  }

  const writeRegistry = (): void =>
    registry.write({
      format: "sightline.devices",
      version: 1,
      pid: process.pid,
      broadcast: air.broadcast,
      wake: air.wake,
      devices: [...network.places()].map(([did, place]) => ({
        ...place,
        did,
        link: world?.device(did)?.kind === "usb" ? "usb" : "lan",
      })),
    })

  const settleNow = async (): Promise<void> => {
    const near = [...emulation.world().devices()].filter((device) => device.near).map(({ did }) => did)
    const homeless = await network.settle(near)
    if (closed) return
    if (homeless > 0) console.error(outOfFiles(homeless))
    writeRegistry()
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

  let settling = Promise.resolve()
  const catchUp = async (): Promise<void> => {
    if (closed) return
    attend()
    if (unsettled) settling = settling.then(settle, settle)
    const jumped = emulation.clock.offset() !== offset
    offset = emulation.clock.offset()
    if (jumped) activity.stir()
    const swept = jumped || unswept ? sweeper.sweep() : undefined
    unswept = false
    await Promise.all([settling, swept, ...packets])
  }

  const close = (): void => {
    closed = true
    detach()
    sweeper.close()
    activity.close()
    network.close()
    air.close()
    registry.remove()
  }

  // Nobody who asked for something else is told of it; the next change tries again.
  emulation.onChange(() => catchUp().catch((error: unknown) => console.error(String(error))))
  try {
    await catchUp()
  } catch (error) {
    close()
    throw error
  }
  return { places: () => [...network.places()].map(([, place]) => place), wake: air.wake, close }
}
