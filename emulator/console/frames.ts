import type { FrameEntry } from "../node/frames.ts"
import { el, sign, timeOfDay } from "./dom.ts"
import { createLiveList, type LiveList } from "./liveList.ts"

/** The live list of frames between app, bridge and devices, newest on top. */

const wayOf = ({ way, did }: FrameEntry, name: (did: string) => string): string => {
  const device = did === null ? "" : name(did)
  switch (way) {
    case "app-bridge":
      return "App to bridge"
    case "bridge-app":
      return "Bridge to app"
    case "bridge-device":
      return `Bridge to ${device}`
    case "device-bridge":
      return `${device} to bridge`
  }
}

const rowOf =
  (name: (did: string) => string) =>
  (entry: FrameEntry): HTMLElement => {
    const way = wayOf(entry, name)
    const body = entry.body === null ? "not shown" : JSON.stringify(entry.body)
    const isTrouble = entry.type === "error" || entry.type === "denied" || entry.type === "disconnected"
    const item = el(
      "li",
      { class: "request" },
      sign(isTrouble ? "cross" : entry.did === null ? "online" : "offline", isTrouble ? "bad" : "accent"),
      el("p", { class: "what" }, el("span", {}, entry.type), el("time", {}, timeOfDay(entry.at))),
      el("p", { class: "state" }, el("bdi", {}, way)),
      el(
        "details",
        { class: "body" },
        el("summary", { class: "mono", title: body }, el("bdi", {}, body)),
        el("pre", { class: "mono" }, JSON.stringify(entry.body, null, 2)),
      ),
    )
    item.dataset.text = `${entry.type} ${way} ${body}`.toLowerCase()
    return item
  }

export const createFrameList = (place: HTMLElement, name: (did: string) => string): LiveList<FrameEntry> =>
  createLiveList(place, rowOf(name))
