import { type Color, colorIndex } from "./palette.ts"

/** A terminal's grid of characters with their colours. Rows that scroll out at the top are lost. */
export class Cells {
  readonly columns: number
  readonly rows: number
  readonly #codes: Uint32Array
  readonly #colors: Uint8Array
  /** Rows that changed since they were last drawn. */
  readonly dirty = new Set<number>()
  #row = 0
  #column = 0

  constructor(columns: number, rows: number) {
    this.columns = columns
    this.rows = rows
    this.#codes = new Uint32Array(columns * rows).fill(0x20)
    this.#colors = new Uint8Array(columns * rows)
    this.dirtyAll()
  }

  get cursor(): { readonly row: number; readonly column: number } {
    return { row: this.#row, column: Math.min(this.#column, this.columns - 1) }
  }

  write(text: string, color: Color = "text"): void {
    for (const character of text) {
      if (character === "\n") this.#newLine()
      else {
        if (this.#column >= this.columns) this.#newLine()
        const at = this.#row * this.columns + this.#column
        this.#codes[at] = character.codePointAt(0) ?? 0x20
        this.#colors[at] = colorIndex(color)
        this.dirty.add(this.#row)
        this.#column += 1
      }
    }
    this.dirty.add(this.#row)
  }

  /** Deletes the last written character. */
  back(): void {
    this.dirty.add(this.#row)
    if (this.#column > 0) this.#column -= 1
    else if (this.#row > 0) {
      this.#row -= 1
      this.#column = this.columns - 1
    }
    this.#codes[this.#row * this.columns + this.#column] = 0x20
    this.dirty.add(this.#row)
  }

  clear(): void {
    this.#codes.fill(0x20)
    this.#row = 0
    this.#column = 0
    this.dirtyAll()
  }

  dirtyAll(): void {
    for (let row = 0; row < this.rows; row += 1) this.dirty.add(row)
  }

  at(row: number, column: number): { readonly code: number; readonly color: number } {
    const index = row * this.columns + column
    return { code: this.#codes[index] ?? 0x20, color: this.#colors[index] ?? 0 }
  }

  /** The text of all rows, without blanks at their ends. */
  text(): string {
    const lines = Array.from({ length: this.#row + 1 }, (_, row) =>
      String.fromCodePoint(...this.#codes.subarray(row * this.columns, (row + 1) * this.columns)).trimEnd(),
    )
    return lines.join("\n")
  }

  #newLine(): void {
    this.#column = 0
    this.dirty.add(this.#row)
    if (this.#row < this.rows - 1) {
      this.#row += 1
      return
    }
    this.#codes.copyWithin(0, this.columns)
    this.#codes.fill(0x20, (this.rows - 1) * this.columns)
    this.#colors.copyWithin(0, this.columns)
    this.dirtyAll()
  }
}
