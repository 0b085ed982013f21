import { type Cell, SIDE } from "../../../domain/views/scanMap.ts"

/** The sizes of a cell and of its marks, px. */
interface Size {
  readonly cell: number
  /** Height of the mark of each kind, px. */
  readonly mark: Readonly<Record<Exclude<Cell, "outside">, number>>
  /** Width of the mark of a device. */
  readonly wide: number
}

export const LARGE: Size = { cell: 24, mark: { open: 2, silent: 4, asking: 12, answered: 14, earlier: 14 }, wide: 4 }
export const SMALL: Size = { cell: 8, mark: { open: 1, silent: 2, asking: 4, answered: 5, earlier: 5 }, wide: 2 }

const kinds = ["open", "silent", "asking", "answered", "earlier"] as const
export type CellPaths = Readonly<Record<(typeof kinds)[number] | "ground" | "now", string>>

/** A hollow mark differs from a full one also without colour. */
const markOf = (kind: (typeof kinds)[number], x: number, y: number, { cell, mark, wide }: Size): string => {
  const isDevice = kind === "answered" || kind === "earlier"
  const width = isDevice ? wide : Math.max(1, wide / 2)
  const height = mark[kind]
  const left = x + (cell - width) / 2
  const top = isDevice ? y + (cell - height) / 2 : y + cell - height - Math.max(1, cell / 6)
  return `M${left} ${top}h${width}v${height}h${-width}z`
}

/** One path for each kind of cell, so that a network has seven elements, not 256. */
export const cellPaths = (cells: readonly Cell[], size: Size): CellPaths => {
  const paths = { open: "", silent: "", asking: "", answered: "", earlier: "", ground: "", now: "" }
  const side = size.cell - 2
  for (const [host, kind] of cells.entries()) {
    if (kind === "outside") continue
    const x = (host % SIDE) * size.cell
    const y = Math.floor(host / SIDE) * size.cell
    paths[kind] += markOf(kind, x, y, size)
    const ground = `M${x + 1} ${y + 1}h${side}v${side}h${-side}z`
    if (kind === "asking") paths.now += ground
    else if (kind !== "open" && size === LARGE) paths.ground += ground
  }
  return paths
}
