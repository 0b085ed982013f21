import type { Mail } from "../model/cloud/state.ts"
import type { WorldView } from "../model/view.ts"
import type { ActiveFault } from "../node/faults.ts"
import { cell, empty, signed } from "./cells.ts"
import { copyButton } from "./copying.ts"
import { el, sign, table, timeOfDay } from "./dom.ts"

/** The lists of the page: accounts, mail, faults. */

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
            copyButton(code, "the code"),
            el("time", { class: "faint small" }, timeOfDay(at)),
          ),
        ),
      )

const scope = ({ match, percent }: ActiveFault): string =>
  [
    match.path ?? (percent === undefined ? "any call" : "any device"),
    match.did === undefined ? "" : `device ${match.did}`,
  ]
    .filter((text) => text !== "")
    .join(", ")

const clockTime = (at: number): string => new Date(at).toLocaleTimeString()

const life = ({ remaining, probability, ms, fired, percent, stage, from, until }: ActiveFault): string =>
  [
    remaining === null ? "until removed" : `${remaining} more`,
    probability < 1 ? `${Math.round(probability * 100)} %` : "",
    ms > 0 ? `${ms} ms` : "",
    percent === undefined ? "" : `${stage} at ${percent} %`,
    from > Date.now() ? `from ${clockTime(from)}` : "",
    until === null ? "" : `until ${clockTime(until)}`,
    fired > 0 ? `fired ${fired}` : "",
  ]
    .filter((text) => text !== "")
    .join(", ")

export const faults = (list: readonly ActiveFault[], onRemove: (id: number) => void): HTMLElement =>
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
