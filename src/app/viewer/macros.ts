import { captionOf, isModifier } from "./keysyms.ts"

/** Keys that a person has recorded, to send them again (SCREEN-5), without I/O. */

/** Keys by their keysyms, pressed in order and released in reverse order. */
export type Stroke = readonly number[]

export interface Macro {
  readonly name: string
  readonly strokes: readonly Stroke[]
}

export const MACROS_MAX = 32
export const STROKES_MAX = 200
/** In characters. */
export const MACRO_NAME_MAX_LENGTH = 40
const KEYS_HELD_MAX = 8
const KEYSYM_MAX = 0x0110_ffff

export interface KeyPress {
  readonly keysym: number
  readonly down: boolean
}

export interface RecordedStrokes {
  readonly strokes: readonly Stroke[]
  /** Modifiers that are down. */
  readonly held: readonly number[]
  /** True when a modifier has gone down since the last stroke. Releasing it now is a stroke of its own. */
  readonly isFresh: boolean
}

export const nothingRecorded: RecordedStrokes = { strokes: [], held: [], isFresh: false }

const added = (recording: RecordedStrokes, stroke: Stroke): RecordedStrokes => ({
  ...recording,
  isFresh: false,
  strokes: recording.strokes.length < STROKES_MAX ? [...recording.strokes, stroke] : recording.strokes,
})

/** The recording after a key went down or up at the device. */
export const recorded = (recording: RecordedStrokes, { keysym, down }: KeyPress): RecordedStrokes => {
  const { held, isFresh } = recording
  if (!isModifier(keysym)) return down ? added(recording, [...held, keysym]) : recording
  if (down) return held.includes(keysym) ? recording : { ...recording, held: [...held, keysym], isFresh: true }
  if (!held.includes(keysym)) return recording
  const after = isFresh ? added(recording, held) : recording
  return { ...after, held: held.filter((each) => each !== keysym) }
}

/** The recording after all keys are released at once. Keys that were held then count as not pressed on purpose. */
export const interrupted = (recording: RecordedStrokes): RecordedStrokes => ({
  ...recording,
  held: [],
  isFresh: false,
})

/** The keys of a macro as captions; null unless it has exactly one stroke. */
export const captionsOf = ({ strokes }: Macro): readonly string[] | null => {
  const [only, ...more] = strokes
  return only === undefined || more.length > 0 ? null : only.map(captionOf)
}

const isStroke = (value: unknown): value is Stroke =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.length <= KEYS_HELD_MAX &&
  value.every((keysym) => Number.isInteger(keysym) && keysym > 0 && keysym <= KEYSYM_MAX)

const isMacro = (value: unknown): value is Macro => {
  if (typeof value !== "object" || value === null) return false
  const name: unknown = Reflect.get(value, "name")
  const strokes: unknown = Reflect.get(value, "strokes")
  if (typeof name !== "string" || name === "" || name.length > MACRO_NAME_MAX_LENGTH) return false
  return Array.isArray(strokes) && strokes.length > 0 && strokes.length <= STROKES_MAX && strokes.every(isStroke)
}

/** The macros in a stored text. Text of another release or another program is left out. */
export const macrosIn = (text: string | null): readonly Macro[] => {
  try {
    const kept: unknown = JSON.parse(text ?? "[]")
    if (!Array.isArray(kept)) return []
    return kept
      .filter(isMacro)
      .slice(0, MACROS_MAX)
      .map(({ name, strokes }) => ({ name, strokes }))
  } catch {
    return []
  }
}

/** The macros with one more, which replaces one of the same name. */
export const withMacro = (macros: readonly Macro[], macro: Macro): readonly Macro[] => {
  const others = macros.filter(({ name }) => name !== macro.name)
  return [...others, macro].slice(-MACROS_MAX)
}

/** The macros with one renamed in its place, unless another has the name. */
export const renamed = (macros: readonly Macro[], from: string, to: string): readonly Macro[] =>
  macros.some(({ name }) => name === to)
    ? macros
    : macros.map((macro) => (macro.name === from ? { ...macro, name: to } : macro))

export const withoutMacro = (macros: readonly Macro[], name: string): readonly Macro[] =>
  macros.filter((macro) => macro.name !== name)
