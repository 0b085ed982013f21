import type { JournalEntry } from "../node/journal.ts"
import { el, sign, timeOfDay } from "./dom.ts"

/** The live list of requests, newest on top. */

const SHOWN = 150
/** Fields that every call has and that say nothing here. */
const COMMON = new Set(["uid", "token"])

const stateOf = ({ applied, status, fault }: JournalEntry): readonly [shape: string, tone: string, word: string] => {
  if (status === null) return ["ask", "warn", "Never reached the cloud"]
  if (!applied) return ["cross", "bad", `Refused with ${status}`]
  const lost = fault === "drop-reply" || fault === "http-500" || fault === "http-html" || fault === "truncate"
  return lost ? ["half", "warn", "Applied, the answer was lost"] : ["check", "ok", "Applied"]
}

const bodyText = (body: unknown): string =>
  typeof body === "object" && body !== null
    ? Object.entries(body)
        .filter(([name]) => !COMMON.has(name))
        .map(([name, value]) => `${name} ${typeof value === "string" ? value : JSON.stringify(value)}`)
        .join("   ")
    : "no JSON"

const row = (entry: JournalEntry): HTMLElement => {
  const [shape, tone, word] = stateOf(entry)
  const name = entry.path.slice(entry.path.lastIndexOf("/") + 1)
  const body = bodyText(entry.body)
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
    el("p", { class: "mono body", title: body }, el("bdi", {}, body)),
  )
}

export interface RequestList {
  /** Number of the latest entry shown. */
  latest(): number
  /** How many came since the journal began. */
  count(): number
  add(entries: readonly JournalEntry[]): void
  /** Empties the view; the journal keeps its entries. */
  clear(): void
  /** The journal was emptied; its numbers go on. */
  restart(): void
}

export const createRequestList = (place: HTMLElement): RequestList => {
  let latest = 0
  let seen = 0
  return {
    latest: () => latest,
    count: () => seen,
    add: (entries) => {
      for (const entry of entries.slice(-SHOWN)) place.prepend(row(entry))
      latest = entries.at(-1)?.n ?? latest
      seen += entries.length
      while (place.childElementCount > SHOWN) place.lastElementChild?.remove()
    },
    clear: () => place.replaceChildren(),
    restart: () => {
      place.replaceChildren()
      seen = 0
    },
  }
}
