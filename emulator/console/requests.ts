import type { JournalEntry } from "../node/journal.ts"
import { el, sign, timeOfDay } from "./dom.ts"
import { createLiveList, type LiveList } from "./liveList.ts"

/** The live list of requests, newest on top. */

/** Fields of every call that say nothing here. */
const COMMON = new Set(["uid", "token"])

const stateOf = ({ applied, status, fault }: JournalEntry): readonly [shape: string, tone: string, word: string] => {
  if (status === null) return ["ask", "warn", "Never reached the cloud"]
  if (!applied) return ["cross", "bad", `Refused with ${status}`]
  const lost = fault === "drop-reply" || fault === "http-500" || fault === "http-html" || fault === "truncate"
  return lost ? ["half", "warn", "Applied, the reply was lost"] : ["check", "ok", "Applied"]
}

const bodyText = (body: unknown): string =>
  typeof body === "object" && body !== null
    ? Object.entries(body)
        .filter(([name]) => !COMMON.has(name))
        .map(([name, value]) => `${name} ${typeof value === "string" ? value : JSON.stringify(value)}`)
        .join("   ")
    : "no JSON"

const answerText = ({ answer }: JournalEntry): string => (answer === null ? "" : JSON.stringify(answer))

const textOf = (entry: JournalEntry): string => {
  const [, , word] = stateOf(entry)
  return `${entry.path} ${word} ${entry.fault ?? ""} ${bodyText(entry.body)} ${answerText(entry)}`
}

const row = (entry: JournalEntry): HTMLElement => {
  const [shape, tone, word] = stateOf(entry)
  const name = entry.path.slice(entry.path.lastIndexOf("/") + 1)
  const body = bodyText(entry.body)
  const answer = answerText(entry)
  return el(
    "li",
    { class: "request" },
    sign(shape, tone),
    el("p", { class: "what" }, el("span", { title: entry.path }, name), el("time", {}, timeOfDay(entry.at))),
    el(
      "p",
      { class: "state" },
      word,
      ...(entry.fault === null ? [] : [el("span", { class: "warn" }, `, ${entry.fault}`)]),
    ),
    el(
      "details",
      { class: "body" },
      el("summary", { class: "mono", title: body }, el("bdi", {}, body)),
      el("pre", { class: "mono" }, JSON.stringify(entry.body, null, 2)),
    ),
    ...(answer === ""
      ? []
      : [
          el(
            "details",
            { class: "body" },
            el("summary", { class: "mono", title: answer }, "Answer ", el("bdi", {}, answer)),
            el("pre", { class: "mono" }, JSON.stringify(entry.answer, null, 2)),
          ),
        ]),
  )
}

export const createRequestList = (place: HTMLElement): LiveList<JournalEntry> =>
  createLiveList(place, { item: row, text: textOf })
