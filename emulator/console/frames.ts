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

const bodyText = ({ body }: FrameEntry): string => (body === null ? "not shown" : JSON.stringify(body))

const rowOf =
  (name: (did: string) => string) =>
  (entry: FrameEntry): HTMLElement => {
    const body = bodyText(entry)
    const isTrouble = entry.type === "error" || entry.type === "denied" || entry.type === "disconnected"
    return el(
      "li",
      { class: "request" },
      sign(isTrouble ? "cross" : entry.did === null ? "online" : "offline", isTrouble ? "bad" : "accent"),
      el("p", { class: "what" }, el("span", {}, entry.type), el("time", {}, timeOfDay(entry.at))),
      el("p", { class: "state" }, el("bdi", {}, wayOf(entry, name))),
      el(
        "details",
        { class: "body" },
        el("summary", { class: "mono", title: body }, el("bdi", {}, body)),
        el("pre", { class: "mono" }, JSON.stringify(entry.body, null, 2)),
      ),
    )
  }

export const createFrameList = (place: HTMLElement, name: (did: string) => string): LiveList<FrameEntry> =>
  createLiveList(place, {
    item: rowOf(name),
    text: (entry) => `${entry.type} ${wayOf(entry, name)} ${bodyText(entry)}`,
  })
