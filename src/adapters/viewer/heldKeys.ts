/**
 * Browsers do not report every release of a key, and one that is never let go types on at the device (SCREEN-4). So each event that
 * carries the state of the modifiers is compared with the keys that are down at the device. Without I/O.
 */

export interface Modifiers {
  readonly ctrl: boolean
  readonly shift: boolean
  readonly alt: boolean
  /** Windows reports neither Ctrl nor Alt while this is down, Linux may report Alt as well. */
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
 * Of the keys that are held, by their codes, those that cannot be down any more; `own`, the key of the event itself, is never among them.
 * macOS reports no release of a key while Meta is down: such keys go with it. Modifiers come last, so that no shortcut changes its
 * meaning on the way.
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
 * Keysyms of keys of which some systems report no release, and by which nothing is done while they are held: those that switch an
 * input method (Romaji to Kana Lock and Eisu, Hangul, Hanja), which keyboards of Japan and Korea have, and those of media, of the
 * browser and of power, which the system takes for itself once they are down.
 */
export const isMomentary = (keysym: number): boolean =>
  (keysym >= 0xff24 && keysym <= 0xff2d) ||
  keysym === 0xff30 ||
  keysym === 0xff31 ||
  keysym === 0xff34 ||
  (keysym >= 0x1008ff00 && keysym <= 0x1008ffff)
