import * as api from "./api.ts"
import { byId, count } from "./dom.ts"
import { createFrameList } from "./frames.ts"
import { createRequestList } from "./requests.ts"

/** The traffic in two lists, of which the page shows one: requests to the cloud, frames of bridge and devices. */

const placeOf = (name: string): HTMLElement => {
  const place = document.querySelector(`[data-list="${name}"]`)
  if (!(place instanceof HTMLElement)) throw new Error(`the page has no list of ${name}`)
  return place
}

export interface Traffic {
  /**
   * Loads new entries. Loads frames only while a person looks at them, because the emulator keeps frames only for a
   * reader.
   */
  refresh(): Promise<void>
  clear(): void
  /** Starts again, for another world. */
  restart(): void
}

export const prepareTraffic = (nameOf: (did: string) => string): Traffic => {
  const requests = createRequestList(placeOf("requests"))
  const frames = createFrameList(placeOf("frames"), nameOf)
  let showsFrames = false
  const show = (wanted: boolean): void => {
    showsFrames = wanted
    byId("show-requests").setAttribute("aria-pressed", String(!wanted))
    byId("show-frames").setAttribute("aria-pressed", String(wanted))
    byId("requests-view").hidden = wanted
    byId("frames-view").hidden = !wanted
  }
  byId("show-requests").addEventListener("click", () => show(false))
  byId("show-frames").addEventListener("click", () => show(true))
  show(false)
  /** One load at a time: two from the same number on would both add the same entries. */
  let asking: Promise<void> | undefined
  const ask = async (): Promise<void> => {
    requests.add(await api.readRequests(requests.latest()))
    count("requests", requests.count())
    if (showsFrames) frames.add(await api.readFrames(frames.latest()))
  }
  return {
    refresh: () => {
      asking ??= ask().finally(() => {
        asking = undefined
      })
      return asking
    },
    clear: () => (showsFrames ? frames : requests).clear(),
    restart: () => {
      requests.restart()
      frames.restart()
      count("requests", 0)
    },
  }
}
