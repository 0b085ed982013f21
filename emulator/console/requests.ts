import type { JournalEntry } from "../node/journal.ts"
import { byId, el, sign, timeOfDay } from "./dom.ts"

/** The live list of requests, newest on top. */

const SHOWN = 150
/** Fields that every call has and that say nothing here. */
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

const row = (entry: JournalEntry): HTMLElement => {
  const [shape, tone, word] = stateOf(entry)
  const name = entry.path.slice(entry.path.lastIndexOf("/") + 1)
  const body = bodyText(entry.body)
  const item = el(
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
  )
  item.dataset.text = `${entry.path} ${word} ${entry.fault ?? ""} ${body}`.toLowerCase()
  return item
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

/** Rows that hold what is written in the filter stay. */
const sift = (rows: Iterable<Element>, wanted: string): void => {
  for (const item of rows)
    if (item instanceof HTMLElement) item.hidden = !(item.dataset.text ?? "").includes(wanted.trim().toLowerCase())
}

export const createRequestList = (place: HTMLElement): RequestList => {
  const filter = byId("filter")
  const wanted = () => (filter instanceof HTMLInputElement ? filter.value : "")
  filter.addEventListener("input", () => sift(place.children, wanted()))
  let latest = 0
  let seen = 0
  return {
    latest: () => latest,
    count: () => seen,
    add: (entries) => {
      const rows = entries.slice(-SHOWN).map(row)
      sift(rows, wanted())
      place.prepend(...rows.toReversed())
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
