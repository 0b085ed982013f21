import type { Cells } from "./cells.ts"
import { clockText } from "./clockText.ts"
import type { Color } from "./palette.ts"

/** A small shell in the terminal of an emulated computer: a prompt that echoes, a history, and a few commands. */

/** Facts about the computer that commands print. */
export interface ComputerFacts {
  readonly name: string
  readonly did: string
  readonly build: number
  readonly mode: "hid" | "usb"
  /** ms since 1970 */
  readonly startedAt: number
}

const HISTORY_MAX = 50
const LINE_MAX = 512
const MS_PER_MINUTE = 60_000

const FILES: Readonly<Record<string, string>> = {
  "motd.txt": "Welcome. This computer is emulated: nothing that you type leaves this machine.",
  "todo.txt": "1. label the rack\n2. update the firmware\n3. water the plant",
  "readme.txt": "Commands: help. Keys: Ctrl+C, Ctrl+L, Ctrl+V, arrows up and down.",
}
const SWATCHES: readonly Color[] = ["red", "amber", "accent", "cyan", "blue", "violet", "text", "dim"]

/** The Latin letters and digits of a name, as in a host name. */
const hostName = ({ name, did }: ComputerFacts): string =>
  name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "") || did.slice(0, 12).toLowerCase()

export class Shell {
  readonly #cells: () => Cells
  readonly #facts: () => ComputerFacts
  #line: string[] = []
  #history: string[] = []
  #at = 0
  /** Text of the computer's clipboard. */
  clipboard = ""
  /** True when a command has changed the clipboard and no viewer has the change yet. */
  hasCopied = false

  constructor(cells: () => Cells, facts: () => ComputerFacts) {
    this.#cells = cells
    this.#facts = facts
  }

  greet(): void {
    this.#say(`${FILES["motd.txt"]}\nType "help" and press Enter.\n\n`, "dim")
    this.prompt()
  }

  /** Writes the prompt and the current line. */
  prompt(): void {
    this.#say(`tech@${hostName(this.#facts())}`, "accent")
    this.#say(":", "dim")
    this.#say("~", "blue")
    this.#say("$ ", "dim")
    this.#say(this.#line.join(""))
  }

  #say(text: string, color: Color = "text"): void {
    this.#cells().write(text, color)
  }

  type(text: string, now: number): void {
    for (const character of text.replaceAll(/\r\n?/g, "\n")) {
      if (character === "\n") this.enter(now)
      else if (this.#line.length < LINE_MAX && character >= " ") {
        this.#line.push(character)
        this.#say(character)
      }
    }
  }

  backspace(): void {
    if (this.#line.pop() !== undefined) this.#cells().back()
  }

  /** Ctrl+C: drops the line and shows a new prompt. */
  interrupt(): void {
    this.#say("^C\n")
    this.#line = []
    this.prompt()
  }

  /** For Ctrl+L, and for a grid of another size. */
  redraw(): void {
    this.#cells().clear()
    this.prompt()
  }

  /** `step` -1 goes to older commands. */
  recall(step: -1 | 1, now: number): void {
    const next = Math.max(0, Math.min(this.#history.length, this.#at + step))
    if (next === this.#at) return
    this.#at = next
    while (this.#line.length > 0) this.backspace()
    this.type(this.#history[next] ?? "", now)
  }

  enter(now: number): void {
    const line = this.#line.join("").trim()
    this.#line = []
    this.#say("\n")
    if (line !== "") this.#history = [...this.#history, line].slice(-HISTORY_MAX)
    this.#at = this.#history.length
    this.#run(line, now)
    this.prompt()
  }

  #run(line: string, now: number): void {
    const [command = "", ...words] = line.split(/\s+/)
    const rest = line.slice(command.length).trim()
    const facts = this.#facts()
    const commands: Readonly<Record<string, () => void>> = {
      "": () => {},
      help: () => this.#say(`${Object.keys(commands).filter(Boolean).join("  ")}\n`),
      echo: () => this.#say(`${rest.replaceAll(/^(['"])(.*)\1$/g, "$2")}\n`),
      date: () => this.#say(`${clockText(now)} UTC\n`),
      uptime: () => this.#say(`up ${Math.max(0, Math.floor((now - facts.startedAt) / MS_PER_MINUTE))} min\n`),
      status: () =>
        this.#say(`${facts.name}\nid     ${facts.did}\nbuild  ${facts.build || "unknown"}\nmode   ${facts.mode}\n`),
      hostname: () => this.#say(`${hostName(facts)}\n`),
      ls: () => this.#say(`${Object.keys(FILES).join("  ")}\n`, "blue"),
      cat: () => {
        const text = FILES[words[0] ?? ""]
        this.#say(text === undefined ? `cat: ${words[0] ?? ""}: no such file\n` : `${text}\n`)
      },
      colors: () => {
        for (const color of SWATCHES) this.#say("██ ", color)
        this.#say("\n")
      },
      copy: () => {
        this.clipboard = rest
        this.hasCopied = true
        this.#say("copied\n", "dim")
      },
      paste: () => this.#say(`${this.clipboard}\n`),
      clear: () => this.#cells().clear(),
    }
    const run = Object.hasOwn(commands, command) ? commands[command] : undefined
    if (run === undefined) this.#say(`${command}: command not found\n`, "red")
    else run()
  }
}
