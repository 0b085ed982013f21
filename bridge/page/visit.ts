import type { BridgeMessage } from "../../src/domain/wire/bridge.ts"
import { createPageDevices, failEntering, wayOf } from "../devices/pageDevices.ts"
import type { KeyPins } from "../devices/pins.ts"
import type { Viewers } from "../devices/viewers.ts"
import { createFilling } from "../firmware/filling.ts"
import type { Images } from "../firmware/images.ts"
import { failBusy, type Job, type Jobs } from "../firmware/jobs.ts"
import type { OriginRegistry } from "../gate/origins.ts"
import { createPageOrigins } from "../gate/pageOrigins.ts"
import type { Discovery } from "../lan/discovery.ts"
import { createPageScan } from "../lan/pageScan.ts"
import type { ConnectedPage, PageHandlers } from "./page.ts"

/** Handles each message of one page. */

export interface Shared {
  readonly discovery: Discovery
  readonly images: Images
  readonly jobs: Jobs
  readonly viewers: Viewers
  readonly pins: KeyPins
  readonly origins: OriginRegistry
  readonly broadcast: boolean
  readonly wakeConfirmMs: number
  /** Closes everything that a revoked origin has open. */
  readonly revoked: () => void
}

type Updating = Extract<BridgeMessage, { type: "update_fw" | "fw_begin" }>

export const createVisit = (page: ConnectedPage, shared: Shared, addressOf: (path: string) => string): PageHandlers => {
  const { discovery, images, jobs, origins } = shared
  const devices = createPageDevices({ ...shared, page, addressOf })
  const scan = createPageScan(page, discovery)
  const paired = createPageOrigins(page, origins, shared.revoked)
  const filling = createFilling(page, images, jobs)

  /**
   * Enters the device first, so that the passcode question comes before any long work. Leaves a device alone that is
   * being updated: the bridge has already entered it, and it may be restarting.
   */
  const jobFor = async ({ type, id, build, hash, key }: Updating, isOnline: boolean): Promise<Job | undefined> => {
    if (jobs.isUnderWay(id)) {
      failBusy(page, jobs, type, id)
      return undefined
    }
    const entered = await devices.access.enter(id, wayOf(isOnline, key))
    if (entered.ok) return { id, at: entered.at, passcode: devices.access.passcodeOf(entered.at.did), build, hash }
    failEntering(page, entered, type, id)
    return undefined
  }
  const update = async (message: Extract<Updating, { type: "update_fw" }>): Promise<void> => {
    const job = await jobFor(message, message.is_online_device)
    if (job !== undefined && !jobs.start(job, "download")) failBusy(page, jobs, message.type, message.id)
  }
  const begin = async (message: Extract<Updating, { type: "fw_begin" }>): Promise<void> => {
    const job = await jobFor(message, false)
    if (job !== undefined) await filling.begin(message, job)
  }

  const follow = (message: BridgeMessage): void | Promise<void> => {
    switch (message.type) {
      // The bridge greets a page when it opens. Chunks have their own handler.
      case "ready":
      case "fw_chunk":
        return
      case "update_fw":
        return update(message)
      case "fw_begin":
        return begin(message)
      case "auth_device":
        return devices.answer(message)
      case "connect_device":
        return devices.connect(message)
      case "disconnect_device":
        return devices.disconnect(message)
      case "set_mode":
        return devices.setMode(message)
      case "trust_key":
        return devices.trustKey(message)
      case "wake":
        return devices.waking.wake(message)
      case "scan_network":
        return scan.start(message.targets)
      case "cancel_scan":
        return scan.cancel()
      case "ping":
        return page.send({ type: "pong" })
      case "list_origins":
        return paired.list()
      case "revoke_origin":
        return paired.revoke(message.origin)
    }
  }

  return {
    message: (message) => {
      Promise.resolve(follow(message)).catch(() => page.fail("storage_failed", message.type))
    },
    chunk: (chunk) => filling.chunk(chunk).catch(() => page.fail("storage_failed", "fw_chunk", chunk.head.id)),
  }
}
