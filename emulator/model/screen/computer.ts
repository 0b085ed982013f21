import { Cells } from "./cells.ts"
import { characterOf, keysyms } from "./keysyms.ts"
import { type ComputerFacts, Shell } from "./shell.ts"

/**
 * The computer behind an emulated device: a terminal, its keyboard, pointer and clipboard. It loses all state without
 * power.
 */

export interface Tone {
  readonly hz: number
  readonly ms: number
}

/** Each key sounds a short click, Enter a lower one. */
const KEY_TONE: Tone = { hz: 880, ms: 40 }
const ENTER_TONE: Tone = { hz: 440, ms: 80 }

const COLUMNS = 96
const ROWS = 34

const controls: ReadonlySet<number> = new Set([keysyms.controlLeft, keysyms.controlRight])
const shifts: ReadonlySet<number> = new Set([keysyms.shiftLeft, keysyms.shiftRight])
/** Modifier keys. */
export const modifiers: ReadonlyMap<number, string> = new Map([
  [keysyms.controlLeft, "Ctrl"],
  [keysyms.controlRight, "Ctrl"],
  [keysyms.shiftLeft, "Shift"],
  [keysyms.shiftRight, "Shift"],
  [keysyms.altLeft, "Alt"],
  [keysyms.altRight, "Alt"],
  [keysyms.superLeft, "Win"],
  [keysyms.superRight, "Win"],
  [keysyms.metaLeft, "Meta"],
  [keysyms.metaRight, "Meta"],
])

export class Computer {
  cells = new Cells(COLUMNS, ROWS)
  readonly shell: Shell
  pointer = { x: 0, y: 0, buttons: 0 }
  /** Keys that are down, by their keysym. */
  readonly held = new Set<number>()
  /** The tone of the latest key, until a viewer has played it. */
  tone: Tone | null = null
  /** True when a person has left something here. */
  isUsed = false

  constructor(facts: () => ComputerFacts) {
    this.shell = new Shell(() => this.cells, facts)
    this.shell.greet()
  }

  /** Resizes the terminal. The current input line stays. */
  resize(columns: number, rows: number): void {
    if (columns === this.cells.columns && rows === this.cells.rows) return
    const text = this.cells.text().split("\n").slice(-rows)
    this.cells = new Cells(columns, rows)
    if (rows < 4) return
    for (const line of text.slice(0, -1)) this.cells.write(`${line}\n`)
    this.shell.prompt()
  }

  key(keysym: number, isDown: boolean, now: number): void {
    if (!isDown) {
      this.held.delete(keysym)
      return
    }
    this.held.add(keysym)
    this.isUsed = true
    if (modifiers.has(keysym)) return
    this.tone = keysym === keysyms.enter ? ENTER_TONE : KEY_TONE
    if (this.#isHeld(controls)) this.#control(keysym, now)
    else this.#write(keysym, now)
  }

  /** Releases all keys after the last viewer has gone. */
  release(): void {
    this.held.clear()
    this.pointer = { ...this.pointer, buttons: 0 }
  }

  #isHeld(keys: ReadonlySet<number>): boolean {
    return [...this.held].some((key) => keys.has(key))
  }

  #write(keysym: number, now: number): void {
    const character = characterOf(keysym)
    if (character !== undefined) this.shell.type(character, now)
    else if (keysym === keysyms.enter || keysym === keysyms.keypadEnter) this.shell.enter(now)
    else if (keysym === keysyms.backspace) this.shell.backspace()
    else if (keysym === keysyms.tab) this.shell.type("  ", now)
    else if (keysym === keysyms.up) this.shell.recall(-1, now)
    else if (keysym === keysyms.down) this.shell.recall(1, now)
    else if (keysym === keysyms.insert && this.#isHeld(shifts)) this.shell.type(this.shell.clipboard, now)
  }

  #control(keysym: number, now: number): void {
    const letter = characterOf(keysym)?.toLowerCase()
    if (letter === "c") this.shell.interrupt()
    else if (letter === "l") this.shell.redraw()
    else if (letter === "v") this.shell.type(this.shell.clipboard, now)
  }
}
