import type { OutboxGroups } from "../../../domain/views/outbox.ts"

const sections = ["waiting", "decide", "settled"] as const
type Section = (typeof sections)[number]

/**
 * The state of an action in its row: in its own section; kept in its old row although it belongs to another section
 * now; or gone, so that only its room is left.
 */
export type Stand = "own" | "kept" | "gone"

export interface KeptRow {
  readonly id: string
  /**
   * Stays the same as long as the row. Differs from the id where an action has the row of an earlier one: it is that
   * action sent again, or it took the empty room.
   */
  readonly slot: string
  readonly stand: Stand
}

type Rows = readonly KeptRow[]

/** The rows of the open outbox. */
export interface SectionRows extends Readonly<Record<Section, Rows>> {
  /** The actions that began to wait while others kept their rows. They come last and push nothing down. */
  readonly arrived: Rows
}

const own = (ids: readonly string[]): Rows => ids.map((id) => ({ id, slot: id, stand: "own" }))

/** Each action in its section. */
export const rowsBySection = ({ waiting, decide, settled }: OutboxGroups): SectionRows => ({
  waiting: own(waiting),
  decide: own(decide),
  settled: own(settled),
  arrived: [],
})

const sectionsOf = (groups: OutboxGroups): ReadonlyMap<string, Section> =>
  new Map(sections.flatMap((section) => groups[section].map((id) => [id, section] as const)))

const standIn = (section: Section, home: Section | undefined): Stand =>
  home === undefined ? "gone" : home === section ? "own" : "kept"

/** The slot of a new row. An action that returns while another has its row needs a slot of its own. */
const slotFor = (id: string, slots: ReadonlySet<string>): string => (slots.has(id) ? slotFor(`${id}+`, slots) : id)

/**
 * The actions that take over rows, by slot. An action that is sent again takes the row of the one before. A new action
 * takes the room of one that was gone already: otherwise a long batch would leave a pile of empty rows.
 */
const heirsOf = (
  { waiting, arrived }: SectionRows,
  home: ReadonlyMap<string, Section>,
  came: readonly string[],
  went: Rows,
): ReadonlyMap<string, string> => {
  const isAgain = came.length === 1 && went.length === 1
  const free = isAgain ? went : [...waiting, ...arrived].filter(({ id, stand }) => stand === "gone" && !home.has(id))
  return new Map(came.flatMap((id, index) => (free[index] === undefined ? [] : [[free[index].slot, id] as const])))
}

/** Keeps the rows at their places, whatever has become of their actions (UX-5). */
export const keptRows = (before: SectionRows, groups: OutboxGroups): SectionRows => {
  const home = sectionsOf(groups)
  if (home.size === 0) return rowsBySection(groups)
  const rows = [...before.waiting, ...before.decide, ...before.settled, ...before.arrived]
  const known = new Set(rows.map(({ id }) => id))
  const came = [...home.keys()].filter((id) => !known.has(id))
  const went = rows.filter(({ id, stand }) => stand !== "gone" && !home.has(id))
  const heirs = heirsOf(before, home, came, went)
  const keep = (section: Section, kept: Rows): Rows =>
    kept.map(({ id: last, slot }) => {
      const id = heirs.get(slot) ?? last
      return { id, slot, stand: standIn(section, home.get(id)) }
    })
  const [waiting, decide, settled] = [
    keep("waiting", before.waiting),
    keep("decide", before.decide),
    keep("settled", before.settled),
  ]
  const arrived = keep("waiting", before.arrived)
  const slots = new Set(rows.map(({ slot }) => slot))
  const added: Rows = came
    .slice(heirs.size)
    .map((id) => ({ id, slot: slotFor(id, slots), stand: standIn("waiting", home.get(id)) }))
  const isLast = decide.length + settled.length + arrived.length === 0
  return {
    waiting: isLast ? [...waiting, ...added] : waiting,
    decide,
    settled,
    arrived: isLast ? arrived : [...arrived, ...added],
  }
}
