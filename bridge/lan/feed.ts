import { DISCOVERED_MAX } from "../../src/domain/values/limits.ts"
import type { DiscoveryItem } from "../../src/domain/wire/bridge.ts"
import { FEED_MS } from "../limits.ts"
import type { ConnectedPage } from "../page/page.ts"
import type { LanDevices } from "./lanDevices.ts"

/**
 * Sends one page the changes of LAN devices in batches. Two changes of a device between batches become one, so that a
 * slow page needs no more memory.
 */
export const feedPage = (page: ConnectedPage, lanDevices: LanDevices): void => {
  const sent = new Set<string>()
  const fresh = new Set<string>()
  let timer: NodeJS.Timeout | undefined

  const flush = (): void => {
    timer = undefined
    if (page.gone.aborted) return
    if (page.keepsUp()) sendSome()
    if (fresh.size > 0) later()
  }
  const later = (): void => {
    timer ??= setTimeout(flush, FEED_MS)
  }
  const sendSome = (): void => {
    const devices: DiscoveryItem[] = []
    const gone: string[] = []
    for (const id of fresh) {
      if (devices.length + gone.length === DISCOVERED_MAX) break
      fresh.delete(id)
      const lanDevice = lanDevices.get(id)
      if (lanDevice !== undefined) {
        sent.add(id)
        devices.push(lanDevice.item)
      } else if (sent.delete(id)) gone.push(id)
    }
    if (devices.length + gone.length === 0) return
    page.send({ type: "devices_discovered", devices, ...(gone.length > 0 && { gone }) })
  }

  for (const { item } of lanDevices.all()) fresh.add(item.id)
  const stop = lanDevices.onChange((id) => {
    fresh.add(id)
    later()
  })
  page.gone.addEventListener(
    "abort",
    () => {
      stop()
      clearTimeout(timer)
    },
    { once: true },
  )
  flush()
}
