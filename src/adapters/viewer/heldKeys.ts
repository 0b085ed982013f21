/**
 * Browsers do not report every release of a key, and a key that is never released repeats at the device (SCREEN-4). So
 * each event with the state of the modifiers is compared with the pressed keys. Without I/O.
 */

export interface Modifiers {
  readonly ctrl: boolean
  readonly shift: boolean
  readonly alt: boolean
  /** While this is down, Windows reports neither Ctrl nor Alt; Linux may report Alt as well. */
  readonly altGraph: boolean
  readonly meta: boolean
}

type Modifier = Exclude<keyof Modifiers, "altGraph">

const modifiers: ReadonlyMap<string, Modifier> = new Map([
  ["ControlLeft", "ctrl"],
  ["ControlRight", "ctrl"],
  ["ShiftLeft", "shift"],
  ["ShiftRight", "shift"],
  ["AltLeft", "alt"],
  ["AltRight", "alt"],
  ["MetaLeft", "meta"],
  ["MetaRight", "meta"],
  ["OSLeft", "meta"],
  ["OSRight", "meta"],
])

const isDown = (state: Modifiers, modifier: Modifier): boolean =>
  state[modifier] || (modifier === "alt" && state.altGraph)

/**
 * The codes of held keys that cannot be down any more; `own`, the key of the event itself, is never among them. macOS
 * reports no release of a key while Meta is down, so such keys are released with Meta. Modifiers come last, so that no
 * shortcut changes its meaning on the way.
 */
export const releasedUnseen = (held: readonly string[], state: Modifiers, own = ""): readonly string[] => {
  const isOver = (code: string): boolean => {
    const modifier = modifiers.get(code)
    return modifier !== undefined && code !== own && !isDown(state, modifier)
  }
  const isMetaOver = held.some((code) => modifiers.get(code) === "meta" && isOver(code))
  const keys = isMetaOver ? held.filter((code) => code !== own && !modifiers.has(code)) : []
  return [...keys, ...held.filter(isOver)]
}

/**
 * Keysyms of keys whose release some systems do not report, and that do nothing while held. Some switch an input method
 * on keyboards of Japan and Korea (Romaji to Kana Lock and Eisu, Hangul, Hanja). The others are keys for media, the
 * browser and power, which the system handles itself.
 */
export const isMomentary = (keysym: number): boolean =>
  (keysym >= 0xff24 && keysym <= 0xff2d) ||
  keysym === 0xff30 ||
  keysym === 0xff31 ||
  keysym === 0xff34 ||
  (keysym >= 0x1008ff00 && keysym <= 0x1008ffff)
