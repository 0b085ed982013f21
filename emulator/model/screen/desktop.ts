import type { FirmwareStage } from "../../../src/domain/wire/device/message.ts"
import type { Area } from "../../../src/domain/wire/rfb/clientMessage.ts"
import { clockText } from "./clockText.ts"
import { type Computer, modifiers } from "./computer.ts"
import type { Framebuffer } from "./framebuffer.ts"
import { GLYPH_HEIGHT, GLYPH_WIDTH } from "./glyphs.ts"
import { type Color, colorIndex } from "./palette.ts"
import type { ComputerFacts } from "./shell.ts"

/**
 * Paints the screen of an emulated computer: a bar with name and clock, a terminal, and a panel of facts. Paints only
 * changes.
 */

export interface ComputerScene extends ComputerFacts {
  readonly host: "awake" | "asleep" | "none"
  readonly stage: FirmwareStage
  /** Progress of the stage, 0 to 100. */
  readonly percent: number
  readonly viewers: number
  readonly isControlled: boolean
}

/** Time for which the screen shows the boot after a start, ms. */
const BOOT_MS = 4_000
const BAR = 32
const MARGIN = 24
const TITLE = 28
const PADDING = 12
const PANEL = 248
/** Below this width there is no panel of facts beside the terminal. */
const PANEL_FROM = 900

const BOOT_LINES = [
  "Sightline loader 2.4",
  "memory  . . . . . . . . ok",
  "video   . . . . . . . . ok",
  "keyboard, pointer . . . ok",
  "network . . . . . . . . ok",
  "starting . . .",
] as const

type View = "desktop" | "asleep" | "boot" | "update"

const viewOf = ({ host, stage, startedAt }: ComputerScene, now: number): View => {
  if (stage !== "idle" && stage !== "receiving") return "update"
  if (now - startedAt < BOOT_MS) return "boot"
  return host === "asleep" ? "asleep" : "desktop"
}

const charactersIn = (width: number): number => Math.max(0, Math.floor(width / GLYPH_WIDTH))
const fitted = (text: string, width: number): string => {
  const characters = [...text]
  const room = charactersIn(width)
  return characters.length <= room ? text : `${characters.slice(0, Math.max(0, room - 1)).join("")}…`
}

/**
 * A change of this value repaints the whole picture. A computer that restarts during its boot begins again with the
 * first line, and a shorter name in the middle does not cover a longer one.
 */
const begunOf = (view: View, { name, startedAt }: ComputerScene): string => {
  if (view === "boot") return `${view}|${startedAt}`
  return view === "asleep" ? `${view}|${name}` : view
}

export class Desktop {
  readonly #screen: Framebuffer
  readonly #computer: Computer
  /** The content of each spot, so that only changes are painted. */
  readonly #shown = new Map<string, string>()
  #begun: string | undefined
  #cursor: { readonly row: number; readonly column: number } | undefined

  constructor(screen: Framebuffer, computer: Computer) {
    this.#screen = screen
    this.#computer = computer
    const { width, height } = this.#terminal
    computer.resize(charactersIn(width - 2 * PADDING), Math.floor((height - TITLE - 2 * PADDING) / GLYPH_HEIGHT))
    computer.cells.dirtyAll()
  }

  get #terminal(): Area {
    const { width, height } = this.#screen
    const panel = width >= PANEL_FROM ? PANEL + MARGIN : 0
    return {
      x: MARGIN,
      y: BAR + MARGIN,
      width: Math.max(0, width - 2 * MARGIN - panel),
      height: Math.max(0, height - BAR - 2 * MARGIN),
    }
  }

  /** The next time at which the picture changes without input, ms since 1970. */
  nextDue(now: number): number {
    return (Math.floor(now / 1_000) + 1) * 1_000
  }

  paint(scene: ComputerScene, now: number): void {
    const view = viewOf(scene, now)
    const begun = begunOf(view, scene)
    if (begun !== this.#begun) this.#begin(view)
    this.#begun = begun
    if (view === "desktop") this.#paintDesktop(scene, now)
    else if (view === "boot") this.#paintBoot(scene, now)
    else if (view === "update") this.#paintUpdate(scene)
    else this.#paintMessage([`${scene.name} gives no picture`, "The computer behind it is asleep."])
  }

  #begin(view: View): void {
    this.#shown.clear()
    this.#cursor = undefined
    this.#computer.cells.dirtyAll()
    const { width, height } = this.#screen
    this.#screen.fill({ x: 0, y: 0, width, height }, view === "desktop" ? "desk" : "black")
    if (view === "desktop") this.#frameTerminal()
  }

  #frameTerminal(): void {
    const area = this.#terminal
    this.#screen.fill(area, "window")
    this.#screen.fill({ ...area, height: TITLE }, "title")
    this.#screen.frame(area, "line")
    const dots: readonly Color[] = ["red", "amber", "accent"]
    dots.forEach((color, index) => {
      this.#screen.fill({ x: area.x + 12 + index * 18, y: area.y + 9, width: 10, height: 10 }, color)
    })
    this.#screen.text(area.x + 76, area.y + 6, "terminal", "dim", "title")
  }

  /** Writes text at a spot when it has changed. Clears `width` first. */
  #put(spot: string, area: Area, text: string, color: Color, ground: Color): void {
    const key = `${text}|${color}`
    if (this.#shown.get(spot) === key) return
    this.#shown.set(spot, key)
    this.#screen.fill({ ...area, height: GLYPH_HEIGHT }, ground)
    this.#screen.text(area.x, area.y, fitted(text, area.width), color, ground)
  }

  #paintDesktop(scene: ComputerScene, now: number): void {
    this.#paintBar(scene, now)
    this.#paintTerminal()
    if (this.#screen.width >= PANEL_FROM) this.#paintPanel(scene, now)
  }

  #paintBar({ name, mode }: ComputerScene, now: number): void {
    const { width } = this.#screen
    if (!this.#shown.has("bar")) {
      this.#screen.fill({ x: 0, y: 0, width, height: BAR }, "deskRaised")
      this.#screen.fill({ x: 0, y: BAR - 1, width, height: 1 }, "line")
      this.#shown.set("bar", "")
    }
    const clockWidth = 8 * GLYPH_WIDTH
    const half = Math.floor(width / 2)
    this.#put("name", { x: MARGIN, y: 8, width: half - 100, height: BAR }, name, "white", "deskRaised")
    const label = mode === "usb" ? "USB stream mode: keyboard and mouse are off" : ""
    this.#put("mode", { x: half - 60, y: 8, width: half - 60, height: BAR }, label, "amber", "deskRaised")
    const clock = { x: width - MARGIN - clockWidth, y: 8, width: clockWidth, height: BAR }
    this.#put("clock", clock, clockText(now), "text", "deskRaised")
  }

  #paintTerminal(): void {
    const { cells } = this.#computer
    const { x, y } = this.#terminal
    const { cursor } = cells
    if (this.#cursor !== undefined) cells.dirty.add(this.#cursor.row)
    cells.dirty.add(cursor.row)
    this.#cursor = cursor
    const left = x + PADDING
    const top = y + TITLE + PADDING
    const ground = colorIndex("window")
    for (const row of cells.dirty) {
      let signs = ""
      for (let column = 0; column < cells.columns; column += 1) {
        const { code, color } = cells.at(row, column)
        signs += `${code.toString(36)},${color};`
      }
      const isHere = row === cursor.row
      const key = isHere ? `${signs}|${cursor.column}` : signs
      if (this.#shown.get(`row${row}`) === key) continue
      this.#shown.set(`row${row}`, key)
      for (let column = 0; column < cells.columns; column += 1) {
        const { code, color } = cells.at(row, column)
        const isCursor = isHere && column === cursor.column
        const paint = isCursor ? ([ground, colorIndex("accent")] as const) : ([color, ground] as const)
        this.#screen.glyph(left + column * GLYPH_WIDTH, top + row * GLYPH_HEIGHT, code, ...paint)
      }
      const width = cells.columns * GLYPH_WIDTH
      this.#screen.changed({ x: left, y: top + row * GLYPH_HEIGHT, width, height: GLYPH_HEIGHT })
    }
    cells.dirty.clear()
  }

  #paintPanel(scene: ComputerScene, now: number): void {
    const x = this.#screen.width - MARGIN - PANEL
    const { pointer, held } = this.#computer
    const keys = [...new Set([...held].map((key) => modifiers.get(key)).filter((name) => name !== undefined))]
    const rows: readonly (readonly [label: string, value: string, color: Color])[] = [
      ["device", scene.did, "text"],
      ["build", scene.build > 0 ? String(scene.build) : "unknown", "text"],
      ["mode", scene.mode === "hid" ? "HID" : "USB stream", scene.mode === "hid" ? "accent" : "amber"],
      ["computer", scene.host === "none" ? "not seen" : scene.host, "text"],
      ["up", `${Math.floor((now - scene.startedAt) / 60_000)} min`, "text"],
      ["viewers", String(scene.viewers), "text"],
      ["control", scene.isControlled ? "on" : "view only", scene.isControlled ? "accent" : "amber"],
      ["pointer", `${pointer.x}, ${pointer.y}${pointer.buttons > 0 ? " ●" : ""}`, "text"],
      ["keys down", keys.length > 0 ? keys.join(" + ") : "–", keys.length > 0 ? "amber" : "dim"],
    ]
    rows.forEach(([label, value, color], index) => {
      const y = BAR + MARGIN + 8 + index * 28
      this.#put(`label${index}`, { x, y, width: 88, height: GLYPH_HEIGHT }, label, "faint", "desk")
      this.#put(`value${index}`, { x: x + 88, y, width: PANEL - 88, height: GLYPH_HEIGHT }, value, color, "desk")
    })
  }

  #paintBoot({ name, startedAt }: ComputerScene, now: number): void {
    const count = Math.min(BOOT_LINES.length, 1 + Math.floor(((now - startedAt) / BOOT_MS) * BOOT_LINES.length))
    const width = this.#screen.width - 2 * MARGIN
    this.#put("boot", { x: MARGIN, y: MARGIN, width, height: GLYPH_HEIGHT }, name, "accent", "black")
    BOOT_LINES.slice(0, count).forEach((line, index) => {
      const y = MARGIN + 40 + index * 22
      this.#put(`boot${index}`, { x: MARGIN, y, width, height: GLYPH_HEIGHT }, line, "text", "black")
    })
  }

  #paintUpdate({ name, stage, percent }: ComputerScene): void {
    const { width, height } = this.#screen
    const length = Math.min(480, width - 2 * MARGIN)
    const x = Math.floor((width - length) / 2)
    const y = Math.floor(height / 2)
    const line = (spot: string, at: number, text: string, color: Color) =>
      this.#put(spot, { x, y: at, width: length, height: GLYPH_HEIGHT }, text, color, "black")
    line("update", y - 44, `${name}: firmware update`, "white")
    line("stage", y - 16, `${stage}  ${Math.round(percent)} %  Do not turn off the power.`, "dim")
    const done = Math.round((length * percent) / 100)
    const key = String(done)
    if (this.#shown.get("ruler") === key) return
    this.#shown.set("ruler", key)
    this.#screen.fill({ x, y: y + 12, width: length, height: 6 }, "line")
    if (done > 0) this.#screen.fill({ x, y: y + 12, width: done, height: 6 }, "accent")
  }

  #paintMessage(lines: readonly string[]): void {
    const { width, height } = this.#screen
    lines.forEach((line, index) => {
      const length = Math.min(width, [...line].length * GLYPH_WIDTH)
      const area = { x: Math.floor((width - length) / 2), y: Math.floor(height / 2) - 20 + index * 28, width: length }
      this.#put(`message${index}`, { ...area, height: GLYPH_HEIGHT }, line, index === 0 ? "text" : "dim", "black")
    })
  }
}
