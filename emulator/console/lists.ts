import type { Mail } from "../model/cloud/state.ts"
import type { DeviceView, WorldView } from "../model/view.ts"
import type { Fault } from "../node/faults.ts"
import { el, sign, since, table, timeOfDay } from "./dom.ts"

/** The lists of the page: accounts, devices, mail, faults. */

export const empty = (text: string): HTMLElement => el("p", { class: "empty" }, text)

const cell = (...children: readonly (Node | string)[]): HTMLElement => el("td", {}, ...children)

const signed = (shape: string, tone: string, ...words: readonly (Node | string)[]): HTMLElement =>
  el("span", { class: "sign" }, sign(shape, tone), el("span", {}, ...words))

const statuses: Readonly<Record<number, readonly [shape: string, tone: string, word: string]>> = {
  0: ["clock", "off", "pending"],
  1: ["half", "warn", "accepted, waits for approval"],
  2: ["online", "ok", "active"],
  3: ["bar", "off", "disabled"],
}

type AccountView = WorldView["accounts"][number]

const subAccount = ({ name, status, devices }: AccountView["subAccounts"][number]): HTMLElement => {
  const [shape, tone, word] = statuses[status] ?? ["ask", "warn", String(status)]
  const shares = devices.length === 0 ? "" : `, ${devices.length} shared`
  return signed(shape, tone, el("bdi", {}, name), el("span", { class: "faint" }, ` ${word}${shares}`))
}

export const accounts = (views: readonly AccountView[]): HTMLElement =>
  views.length === 0
    ? empty("No account yet. Sign up in the app; the code arrives under Mail.")
    : table(
        ["Name", "State", "Sessions", "Sub-accounts"],
        views.map((account) => [
          el(
            "td",
            { class: "who" },
            el("b", {}, el("bdi", {}, account.name)),
            el("bdi", { class: "faint" }, account.email),
          ),
          cell(account.activated ? signed("online", "ok", "Activated") : signed("offline", "warn", "Not activated")),
          cell(String(account.sessions)),
          account.subAccounts.length === 0
            ? el("td", { class: "faint" }, "None")
            : cell(...account.subAccounts.map(subAccount)),
        ]),
      )

/** Online when seen within 30 minutes (DEVICE-5); the page shows what a client would. */
const ONLINE_MS = 30 * 60_000

const presence = (device: DeviceView, now: number): HTMLElement =>
  now - device.lastSeen <= ONLINE_MS
    ? signed("online", "ok", since(device.lastSeen, now))
    : signed("offline", "off", since(device.lastSeen, now))

const done = ({ reboots, wakes, nats }: DeviceView): string =>
  [
    [reboots, "reboot"],
    [wakes, "wake"],
    [nats, "NAT request"],
  ]
    .flatMap(([number, word]) => (number === 0 ? [] : [`${number} ${word}${number === 1 ? "" : "s"}`]))
    .join(", ") || "None"

export const devices = (
  views: readonly DeviceView[],
  now: number,
  onPower: (did: string, power: string) => void,
): HTMLElement =>
  views.length === 0
    ? empty("No device.")
    : table(
        ["Name", "Build", "Seen", "Commands", "Power"],
        views.map((device) => {
          const next = device.power === "on" ? "off" : "on"
          return [
            el(
              "td",
              { class: "who" },
              el("b", {}, el("bdi", {}, device.name)),
              el("span", { class: "mono faint" }, device.did),
            ),
            el("td", { class: "mono" }, device.build > 0 ? String(device.build) : "unknown"),
            cell(presence(device, now)),
            el("td", { class: "faint" }, done(device)),
            cell(
              el(
                "button",
                {
                  class: "btn",
                  type: "button",
                  key: `power ${device.did}`,
                  title: `Turn ${device.name} ${next}`,
                  click: () => onPower(device.did, next),
                },
                device.power === "asleep" ? "Asleep, wake" : `Turn ${next}`,
              ),
            ),
          ]
        }),
      )

export const mail = (mails: readonly Mail[]): HTMLElement =>
  mails.length === 0
    ? empty("No mail yet. Codes of sign-up, reset, e-mail change and deletion arrive here.")
    : el(
        "ul",
        { class: "mail" },
        ...mails.map(({ to, subject, code, at }) =>
          el(
            "li",
            {},
            el("div", { class: "who" }, el("b", {}, subject), el("bdi", { class: "faint" }, to)),
            el("span", { class: "code" }, code),
            el("time", { class: "faint small" }, timeOfDay(at)),
          ),
        ),
      )

const scope = ({ match }: Fault): string =>
  [match.path ?? "any call", match.did === undefined ? "" : `device ${match.did}`]
    .filter((text) => text !== "")
    .join(", ")

const life = ({ remaining, probability, ms, fired }: Fault): string =>
  [
    remaining === null ? "until removed" : `${remaining} more`,
    probability < 1 ? `${Math.round(probability * 100)} %` : "",
    ms > 0 ? `${ms} ms` : "",
    fired > 0 ? `fired ${fired}` : "",
  ]
    .filter((text) => text !== "")
    .join(", ")

export const faults = (list: readonly Fault[], onRemove: (id: number) => void): HTMLElement =>
  list.length === 0
    ? empty("No fault. Everything answers as it should.")
    : el(
        "ul",
        {},
        ...list.map((fault) =>
          el(
            "li",
            { class: "fault" },
            sign("ask", "warn"),
            el(
              "div",
              { class: "grow who" },
              el("b", {}, fault.fault),
              el("span", { class: "faint" }, `${scope(fault)}; ${life(fault)}`),
            ),
            el(
              "button",
              { class: "btn", type: "button", key: `fault ${fault.id}`, click: () => onRemove(fault.id) },
              "Remove",
            ),
          ),
        ),
      )
