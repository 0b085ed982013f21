import { setTimeout as sleep } from "node:timers/promises"
import { type Mac, parseMac } from "../../src/domain/values/mac.ts"
import type { BridgeMessage } from "../../src/domain/wire/bridge.ts"
import type { Endpoint } from "../../src/domain/wire/device/endpoint.ts"
import { encodeMagicPacket } from "../../src/domain/wire/device/magicPacket.ts"
import { broadcastAddresses } from "../lan/broadcast.ts"
import type { Discovery } from "../lan/discovery.ts"
import { WAKE_PACKET_EVERY_MS, WAKE_PACKETS, WAKE_PORT } from "../limits.ts"
import type { ConnectedPage } from "../page/page.ts"
import type { Entering } from "./access.ts"
import type { DeviceSession } from "./entry.ts"

/** The endpoints to which this machine sends magic packets: the hosts of its networks, and those of an emulator. */
const wakeEndpoints = (discovery: Discovery, broadcast: boolean): readonly Endpoint[] => [
  ...discovery.registries().map(({ wake }) => wake),
  ...(broadcast ? broadcastAddresses().map((address) => ({ address, port: WAKE_PORT })) : []),
]

/** Sends the packet a few times, because a datagram may be lost and a woken host takes no harm. */
const sendMagicPackets = async (discovery: Discovery, broadcast: boolean, mac: Mac): Promise<void> => {
  const packet = encodeMagicPacket(mac)
  for (let time = 0; time < WAKE_PACKETS; time += 1) {
    if (time > 0) await sleep(WAKE_PACKET_EVERY_MS)
    for (const endpoint of wakeEndpoints(discovery, broadcast))
      discovery.questions.datagrams.sendBytes(packet, endpoint)
  }
}

/**
 * Wakes a host and reports the outcome (WAKE-3, WAKE-4): first that the packet left, later whether the host is awake.
 * Only the device that the host is attached to knows the second. Without a session with that device, the bridge reports
 * only the first.
 */
export interface Waking {
  wake(message: Extract<BridgeMessage, { type: "wake" }>): Promise<void>
}

export interface WakingOptions {
  readonly page: ConnectedPage
  readonly discovery: Discovery
  readonly broadcast: boolean
  /** A host that the device does not report as awake within this time is not confirmed, ms. */
  readonly wakeConfirmMs: number
  /** `key` is the device's key from the account's server. */
  readonly enter: (id: string, key: string | undefined) => Promise<Entering>
  readonly present: (id: string) => DeviceSession | undefined
  /** Keeps the session with the device until it is released. */
  readonly hold: (id: string) => () => void
}

/** Resolves with true when the device reports this host as awake, with false when the time is over. */
const seenAwake = (session: DeviceSession, mac: string, withinMs: number): Promise<boolean> =>
  new Promise((resolve) => {
    const end = (isAwake: boolean): void => {
      clearTimeout(timer)
      stop()
      resolve(isAwake)
    }
    const timer = setTimeout(() => end(false), withinMs)
    const stop = session.onMessage((message) => {
      if (message.type === "host" && message.mac === mac && message.awake) end(true)
    })
    void session.ended.then(() => end(false))
    // The host may be awake already, or its report came before this listener.
    void session.request({ type: "status" }).then((answer) => {
      const hosts = answer.ok && answer.message.type === "status" ? answer.message.hosts : []
      if (hosts.some((host) => host.mac === mac && host.awake)) end(true)
    })
  })

export const createWaking = (options: WakingOptions): Waking => {
  const { page, discovery, broadcast, wakeConfirmMs, enter, present, hold } = options
  const follow = async (session: DeviceSession, id: string, mac: string): Promise<void> => {
    // The hold prevents that the session ends while idle or makes room for another device: the page would then read
    // “not awake”.
    const release = hold(id)
    const awake = await seenAwake(session, mac, wakeConfirmMs)
    release()
    page.send({ type: "wake_result", id, mac, sent: true, awake })
  }
  /** Wakes the host through its device, which knows the MAC and sends the packet on its own network. */
  const wakeBound = async (id: string, key: string | undefined): Promise<void> => {
    const entered = await enter(id, key)
    if (!entered.ok) return
    const { session } = entered
    const status = await session.request({ type: "status" })
    const mac = status.ok && status.message.type === "status" ? status.message.mac : null
    const done = await session.request({ type: "wake" })
    page.send({ type: "wake_result", id, mac: mac ?? "", sent: done.ok })
    if (done.ok && mac !== null) await follow(session, id, mac)
  }
  const wakeGiven = async (id: string, mac: Mac): Promise<void> => {
    await sendMagicPackets(discovery, broadcast, mac)
    page.send({ type: "wake_result", id, mac, sent: true })
    const session = present(id)
    if (session !== undefined) await follow(session, id, mac)
  }

  return {
    wake: async ({ type, id, mac, key }) => {
      if (mac === "") return wakeBound(id, key)
      const parsed = parseMac(mac)
      return parsed.ok ? wakeGiven(id, parsed.value) : page.fail("invalid_mac", type, id)
    },
  }
}
