import * as fc from "fast-check"
import { describe, expect, test } from "vitest"
import { Computer } from "../../emulator/model/screen/computer.ts"
import { keysyms } from "../../emulator/model/screen/keysyms.ts"

/** The terminal of an emulated computer, compared with one that keeps its whole text and wraps it on demand. */

const NOW = 1_790_000_000_000
const FACTS = { name: "Rack 3, Büro!", did: "D01", build: 0, mode: "hid", startedAt: NOW - 125_000 } as const
const PROMPT = "tech@rack-3-bu-ro:~$ "
const GREETING =
  'Welcome. This computer is emulated: nothing that you type leaves this machine.\nType "help" and press Enter.\n\n'
const [COLUMNS, ROWS] = [96, 34]

const answers: Readonly<Record<string, string>> = {
  "": "",
  "echo hello  there": "hello  there\n",
  "echo 'quoted'": "quoted\n",
  date: "14:13:20 UTC\n",
  uptime: "up 2 min\n",
  status: "Rack 3, Büro!\nid     D01\nbuild  unknown\nmode   hid\n",
  hostname: "rack-3-bu-ro\n",
  ls: "motd.txt  todo.txt  readme.txt\n",
  "cat todo.txt": "1. label the rack\n2. update the firmware\n3. water the plant\n",
  cat: "cat: : no such file\n",
  colors: "██ ██ ██ ██ ██ ██ ██ ██ \n",
  "copy  some text": "copied\n",
  help: "help  echo  date  uptime  status  hostname  ls  cat  colors  copy  paste  clear\n",
  nonsense: "nonsense: command not found\n",
  constructor: "constructor: command not found\n",
}

/** The expected content of the terminal, without a grid. */
class PlainTerminal {
  #text = GREETING + PROMPT
  #line = ""
  #history: string[] = []
  #at = 0
  clipboard = ""

  type(text: string): void {
    for (const sign of text) if (sign >= " ") this.#append(sign)
  }

  #append(sign: string): void {
    this.#line += sign
    this.#text += sign
  }

  enter(): void {
    const line = this.#line.trim()
    this.#line = ""
    this.#text += "\n"
    if (line !== "") this.#history.push(line)
    this.#at = this.#history.length
    if (line === "clear") this.#text = ""
    else if (line === "paste") this.#text += `${this.clipboard}\n`
    else this.#text += answers[line] ?? `${line.split(/\s+/)[0]}: command not found\n`
    if (line.startsWith("copy ")) this.clipboard = line.slice(5).trim()
    this.#text += PROMPT
  }

  backspace(): void {
    if (this.#line === "") return
    this.#text = [...this.#text].slice(0, -1).join("")
    this.#line = [...this.#line].slice(0, -1).join("")
  }

  interrupt(): void {
    this.#line = ""
    this.#text += `^C\n${PROMPT}`
  }

  redraw(): void {
    this.#text = PROMPT + this.#line
  }

  recall(step: -1 | 1): void {
    const next = Math.max(0, Math.min(this.#history.length, this.#at + step))
    if (next === this.#at) return
    this.#at = next
    while (this.#line !== "") this.backspace()
    this.type(this.#history[next] ?? "")
  }

  get lines(): readonly string[] {
    return this.#text.split("\n").flatMap((line) => {
      const signs = [...line]
      const count = Math.max(1, Math.ceil(signs.length / COLUMNS))
      return Array.from({ length: count }, (_, at) => signs.slice(at * COLUMNS, (at + 1) * COLUMNS).join(""))
    })
  }
}

const keysymOf = (sign: string): number => {
  const code = sign.codePointAt(0) ?? 0
  return code < 0x100 ? code : 0x01000000 + code
}

const press = (computer: Computer, ...keys: readonly number[]): void => {
  for (const key of keys) computer.key(key, true, NOW)
  for (const key of keys) computer.key(key, false, NOW)
}
const typed = (computer: Computer, text: string): void => {
  for (const sign of text) press(computer, keysymOf(sign))
}

/** A keyboard step of a person, at both terminals. */
type Doing = (computer: Computer, plain: PlainTerminal) => void

const pressing =
  (then: (plain: PlainTerminal) => void, ...keys: readonly number[]): Doing =>
  (computer, plain) => {
    press(computer, ...keys)
    then(plain)
  }
const typing =
  (text: string): Doing =>
  (computer, plain) => {
    typed(computer, text)
    plain.type(text)
  }
const up = pressing((plain) => plain.recall(-1), keysyms.up)
const down = pressing((plain) => plain.recall(1), keysyms.down)
const backspace = pressing((plain) => plain.backspace(), keysyms.backspace)
const interrupt = pressing((plain) => plain.interrupt(), keysyms.controlRight, keysymOf("C"))
const others: readonly Doing[] = [
  interrupt,
  pressing((plain) => plain.type("  "), keysyms.tab),
  pressing((plain) => plain.redraw(), keysyms.controlLeft, keysymOf("l")),
  pressing((plain) => plain.type(plain.clipboard), keysyms.controlLeft, keysymOf("v")),
  pressing((plain) => plain.type(plain.clipboard), keysyms.shiftRight, keysyms.insert),
  // Without Shift the key writes nothing.
  pressing(() => undefined, keysyms.insert),
]
/** The command, followed by Enter. */
const command =
  (line: string): Doing =>
  (computer, plain) => {
    interrupt(computer, plain)
    typing(line)(computer, plain)
    press(computer, line.length % 2 === 0 ? keysyms.enter : keysyms.keypadEnter)
    plain.enter()
  }

const doings: fc.Arbitrary<Doing> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...Object.keys(answers)).map(command) },
  { weight: 2, arbitrary: fc.constantFrom("paste", "clear").map(command) },
  { weight: 4, arbitrary: fc.string({ minLength: 1, maxLength: 40 }).map(typing) },
  { weight: 1, arbitrary: fc.constant(typing("ünïcode € 漢字 ".repeat(9))) },
  { weight: 3, arbitrary: fc.constantFrom(up, up, down, backspace) },
  { weight: 2, arbitrary: fc.constantFrom(...others) },
)

describe("the terminal", () => {
  test("[SCREEN-1] shows after any keys the last rows of what a terminal without a grid would", () => {
    fc.assert(
      fc.property(fc.array(doings, { maxLength: 40 }), (all) => {
        const computer = new Computer(() => FACTS)
        const plain = new PlainTerminal()
        for (const doing of all) doing(computer, plain)
        expect(computer.cells.text()).toBe(
          plain.lines
            .slice(-ROWS)
            .map((line) => line.trimEnd())
            .join("\n"),
        )
        expect(computer.cells.cursor).toEqual({
          row: Math.min(ROWS, plain.lines.length) - 1,
          column: Math.min(COLUMNS - 1, [...(plain.lines.at(-1) ?? "")].length),
        })
        expect(computer.held.size).toBe(0)
        expect(computer.shell.clipboard).toBe(plain.clipboard)
      }),
      { numRuns: 60 },
    )
  })

  test("[SCREEN-1] answers each command", () => {
    for (const [line, answer] of Object.entries(answers)) {
      const computer = new Computer(() => FACTS)
      typed(computer, `${line}`)
      press(computer, keysyms.enter)
      const text = `${GREETING}${PROMPT}${line}\n${answer}${PROMPT}`
      expect(computer.cells.text()).toBe(
        text
          .split("\n")
          .map((row) => row.trimEnd())
          .join("\n"),
      )
    }
  })

  test("[SCREEN-1] sounds once for each key that writes, and lower for Enter", () => {
    const computer = new Computer(() => FACTS)
    const soundOf = ({ tone }: Computer): number => tone?.hz ?? 0
    const tones = [keysyms.shiftLeft, keysymOf("a"), keysyms.enter].map((key) => {
      computer.tone = null
      press(computer, key)
      return soundOf(computer)
    })
    expect(tones[0]).toBe(0)
    expect(tones[1]).toBeGreaterThan(tones[2] ?? 0)
    expect(tones[2]).toBeGreaterThan(0)
    expect(new Computer(() => FACTS).isUsed).toBe(false)
    expect(computer.isUsed).toBe(true)
  })
})
