import type { EmulatedDeviceView, WorldView } from "../model/view.ts"
import { cell, empty, signed } from "./cells.ts"
import { el, since, table } from "./dom.ts"

/** Devices and the computers behind them. */

/** A device is online when the cloud saw it within 30 minutes (DEVICE-5). The page shows the view of a client. */
const ONLINE_MS = 30 * 60_000

const presence = (device: EmulatedDeviceView, now: number): HTMLElement =>
  now - device.lastSeen <= ONLINE_MS
    ? signed("online", "ok", since(device.lastSeen, now))
    : signed("offline", "off", since(device.lastSeen, now))

const done = ({ reboots, wakes, nats }: EmulatedDeviceView): string =>
  [
    [reboots, "reboot"],
    [wakes, "wake"],
    [nats, "NAT request"],
  ]
    .flatMap(([number, word]) => (number === 0 ? [] : [`${number} ${word}${number === 1 ? "" : "s"}`]))
    .join(", ")

const kinds: Readonly<Record<EmulatedDeviceView["kind"], string>> = { cloud: "Cloud", lan: "LAN", usb: "USB" }
const kindOf = ({ kind, near }: EmulatedDeviceView): string => (kind === "cloud" && near ? "Cloud, LAN" : kinds[kind])

const modes: Readonly<Record<EmulatedDeviceView["mode"], string>> = { hid: "HID mode", usb: "USB stream mode" }

export interface DeviceOperations {
  readonly power: (did: string, power: string) => void
  readonly edit: (device: EmulatedDeviceView) => void
}

const row = (device: EmulatedDeviceView, now: number, { power, edit }: DeviceOperations): readonly HTMLElement[] => {
  const next = device.power === "on" ? "off" : "on"
  return [
    el(
      "td",
      { class: "who" },
      el("b", {}, el("bdi", {}, device.name)),
      el("span", { class: "mono faint" }, device.did),
    ),
    el(
      "td",
      { class: "two-lines" },
      `${kindOf(device)}, ${modes[device.mode]}`,
      el("span", { class: "faint mono" }, device.build > 0 ? String(device.build) : "build unknown"),
    ),
    el("td", { class: "two-lines" }, presence(device, now), el("span", { class: "faint" }, done(device))),
    el(
      "td",
      { class: "end" },
      el(
        "span",
        { class: "acts" },
        el(
          "button",
          {
            class: "btn",
            type: "button",
            key: `power ${device.did}`,
            title: `Turn ${device.name} ${next}`,
            click: () => power(device.did, next),
          },
          device.power === "asleep" ? "Asleep, wake" : `Turn ${next}`,
        ),
        el(
          "button",
          {
            class: "btn quiet",
            type: "button",
            key: `edit ${device.did}`,
            title: `Change ${device.name}`,
            click: () => edit(device),
          },
          "Change",
        ),
      ),
    ),
  ]
}

export const devices = (
  views: readonly EmulatedDeviceView[],
  now: number,
  operations: DeviceOperations,
): HTMLElement =>
  views.length === 0
    ? empty("No such device.")
    : table(
        ["Name", "Kind, mode and build", "Seen, what was asked of it", "Power"],
        views.map((device) => row(device, now, operations)),
      )

export const hosts = (views: WorldView["hosts"], names: ReadonlyMap<string, string>): HTMLElement =>
  views.length === 0
    ? empty("No computer is bound to a device.")
    : table(
        ["Computer", "MAC", "Behind", "State"],
        views.map((host) => [
          el("td", { class: "who" }, el("b", {}, el("bdi", {}, host.name))),
          el("td", { class: "mono" }, host.mac),
          cell(el("bdi", {}, names.get(host.did) ?? host.did)),
          cell(host.awake ? signed("online", "ok", "Awake") : signed("offline", "off", "Asleep")),
        ]),
      )
