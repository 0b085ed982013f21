import type { BridgeMessage } from "../../src/domain/wire/bridge.ts"
import type { DeviceMessage } from "../../src/domain/wire/device/message.ts"
import type { Discovery } from "../lan/discovery.ts"
import type { Page } from "../page/page.ts"
import { type Access, createAccess, type Entering } from "./access.ts"
import { CLOUD, neighbourOf } from "./reach.ts"
import type { Viewers } from "./viewers.ts"
import { createWaking, type Waking } from "./waking.ts"

/** What one page does with devices: connect, disconnect, switch the mode, wake what is behind them. */

type Named<Type extends BridgeMessage["type"]> = Extract<BridgeMessage, { type: Type }>

export interface PageDevices {
  readonly access: Access
  readonly waking: Waking
  connect(message: Named<"connect_device">): Promise<void>
  disconnect(message: Named<"disconnect_device">): void
  setMode(message: Named<"set_mode">): Promise<void>
  answer(message: Named<"auth_device">): void
}

export interface PageDevicesOptions {
  readonly page: Page
  readonly discovery: Discovery
  readonly viewers: Viewers
  readonly broadcast: boolean
  readonly wakeConfirmMs: number
  readonly addressOf: (path: string) => string
}

/** Whether the device is bound to an account, so that the cloud may lead to it where no network does. */
const isOnline = (cloudType: number): boolean => (cloudType & CLOUD) !== 0

export const createPageDevices = (options: PageDevicesOptions): PageDevices => {
  const { page, discovery, viewers, addressOf } = options
  /** Devices whose connection the page was told of. */
  const connected = new Set<string>()

  const heard = (id: string, message: DeviceMessage): void => {
    if (message.type === "mode") page.send({ type: "mode_changed", id, mode: message.mode })
    if (message.type !== "mode" && message.type !== "renamed") return
    // The list shows it as soon as the device says it of itself.
    const neighbour = neighbourOf(discovery, id)
    if (neighbour !== undefined) void discovery.ask(neighbour.place)
  }
  const access = createAccess({
    page,
    discovery,
    heard,
    left: (id, reason) => {
      if (connected.delete(id)) page.send({ type: "disconnected", id, reason })
    },
  })
  const enter = async (type: BridgeMessage["type"], id: string, online: boolean): Promise<Entering> => {
    const entered = await access.enter(id, online)
    if (!entered.ok) page.fail(entered.reason, type, id)
    return entered
  }

  return {
    access,
    waking: createWaking({
      ...options,
      enter: (id) => enter("wake", id, false),
      present: access.present,
      hold: access.hold,
    }),
    connect: async ({ type, id, cloud_type }) => {
      const entered = await enter(type, id, isOnline(cloud_type))
      if (!entered.ok) return
      connected.add(id)
      const path = viewers.offer(page.visitor, entered.session, () => access.hold(id))
      page.send({ type: "connected", id, viewer: addressOf(path) })
    },
    disconnect: ({ type, id }) => {
      if (!access.leave(id)) page.fail("unknown_device", type, id)
    },
    setMode: async ({ type, id, mode }) => {
      const entered = await enter(type, id, false)
      if (!entered.ok) return
      const { session } = entered
      const done = await session.request({ type: "set_mode", mode })
      const status = done.ok ? await session.request({ type: "status" }) : done
      if (!status.ok || status.message.type !== "status") page.fail(status.ok ? "refused" : "vanished", type, id)
      else page.send({ type: "mode_changed", id, mode: status.message.mode })
    },
    answer: ({ type, password }) => {
      if (!access.answer(password)) page.fail("unsupported", type)
    },
  }
}
