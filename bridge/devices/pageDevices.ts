import type { BridgeMessage } from "../../src/domain/wire/bridge.ts"
import { isOnlineDevice } from "../../src/domain/wire/cloudType.ts"
import type { DeviceMessage } from "../../src/domain/wire/device/message.ts"
import type { Discovery } from "../lan/discovery.ts"
import type { ConnectedPage } from "../page/page.ts"
import { createAccess, type DeviceAccess, type DeviceRoute, type Entering } from "./access.ts"
import type { ChangedKey } from "./entry.ts"
import { lanDeviceOf } from "./locating.ts"
import type { KeyPins } from "./pins.ts"
import type { Viewers } from "./viewers.ts"
import { createWaking, type Waking } from "./waking.ts"

/** The device operations of one page: connect, disconnect, switch the mode, wake the hosts behind a device. */

type Named<Type extends BridgeMessage["type"]> = Extract<BridgeMessage, { type: Type }>

export interface PageDevices {
  readonly access: DeviceAccess
  readonly waking: Waking
  connect(message: Named<"connect_device">): Promise<void>
  disconnect(message: Named<"disconnect_device">): void
  setMode(message: Named<"set_mode">): Promise<void>
  trustKey(message: Named<"trust_key">): void
  answer(message: Named<"auth_device">): void
}

export interface PageDevicesOptions {
  readonly page: ConnectedPage
  readonly discovery: Discovery
  readonly viewers: Viewers
  readonly broadcast: boolean
  readonly wakeConfirmMs: number
  readonly pins: KeyPins
  readonly addressOf: (path: string) => string
}

type Refused = Extract<Entering, { ok: false }>

/** The question about a changed key, with both fingerprints. */
export const keyChanged = ({ known, since, offered }: ChangedKey, about: BridgeMessage["type"], id: string) =>
  ({ type: "error", reason: "key_changed", about, id, known, offered, ...(since !== undefined && { since }) }) as const

/** Sends the page the reason for which the bridge did not enter the device. */
export const failEntering = (page: ConnectedPage, refused: Refused, about: BridgeMessage["type"], id: string): void =>
  refused.reason === "key_changed" ? page.send(keyChanged(refused, about, id)) : page.fail(refused.reason, about, id)

/** The route to a device from the fields of a message. With a key, even the first entry checks the device. */
export const wayOf = (isOnline: boolean, key: string | undefined): DeviceRoute => ({
  isOnline,
  ...(key !== undefined && { expected: key }),
})

export const createPageDevices = (options: PageDevicesOptions): PageDevices => {
  const { page, discovery, viewers, pins, addressOf } = options
  /** Devices whose connection was reported to the page. */
  const connected = new Set<string>()

  const onMessage = (id: string, message: DeviceMessage): void => {
    if (message.type === "mode") page.send({ type: "mode_changed", id, mode: message.mode })
    if (message.type !== "mode" && message.type !== "renamed") return
    // The probe makes the device list show the new mode as soon as the device announces it.
    const lanDevice = lanDeviceOf(discovery, id)
    if (lanDevice !== undefined) void discovery.ask(lanDevice.endpoint)
  }
  const access = createAccess({
    page,
    pins,
    discovery,
    onMessage,
    left: (id, reason) => {
      if (connected.delete(id)) page.send({ type: "disconnected", id, reason })
    },
  })
  const enter = async (type: BridgeMessage["type"], id: string, way: DeviceRoute): Promise<Entering> => {
    const entered = await access.enter(id, way)
    if (!entered.ok) failEntering(page, entered, type, id)
    return entered
  }

  return {
    access,
    waking: createWaking({
      ...options,
      enter: (id, key) => enter("wake", id, wayOf(false, key)),
      present: access.present,
      hold: access.hold,
    }),
    connect: async ({ type, id, cloud_type, key }) => {
      const entered = await enter(type, id, wayOf(isOnlineDevice(cloud_type), key))
      if (!entered.ok) return
      connected.add(id)
      const path = viewers.offer(page.visitor, entered.session, entered.at.endpoint, () => access.hold(id))
      page.send({ type: "connected", id, viewer: addressOf(path) })
    },
    disconnect: ({ type, id }) => {
      if (!access.leave(id)) page.fail("unknown_device", type, id)
    },
    setMode: async ({ type, id, mode, key }) => {
      const entered = await enter(type, id, wayOf(false, key))
      if (!entered.ok) return
      const { session } = entered
      const done = await session.request({ type: "set_mode", mode })
      const status = done.ok ? await session.request({ type: "status" }) : done
      if (!status.ok || status.message.type !== "status") page.fail(status.ok ? "refused" : "vanished", type, id)
      else page.send({ type: "mode_changed", id, mode: status.message.mode })
    },
    trustKey: ({ type, id, fingerprint }) => {
      const did = lanDeviceOf(discovery, id)?.item.did ?? id
      if (!pins.keep(did, fingerprint)) page.fail("storage_failed", type, id)
    },
    answer: ({ type, password }) => {
      if (!access.answer(password)) page.fail("unsupported", type)
    },
  }
}
