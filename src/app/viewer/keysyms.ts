/** X11 keysyms of the keys that a person sends by name (SCREEN-5). */
export const keysyms = {
  Backspace: 0xff08,
  Tab: 0xff09,
  Enter: 0xff0d,
  Escape: 0xff1b,
  Home: 0xff50,
  ArrowLeft: 0xff51,
  ArrowUp: 0xff52,
  ArrowRight: 0xff53,
  ArrowDown: 0xff54,
  PageUp: 0xff55,
  PageDown: 0xff56,
  End: 0xff57,
  PrintScreen: 0xff61,
  Insert: 0xff63,
  Shift: 0xffe1,
  Control: 0xffe3,
  Alt: 0xffe9,
  Meta: 0xffeb,
  Delete: 0xffff,
} as const

const F1 = 0xffbe
/** The function keys of a keyboard, F1 to F12. */
export const functionKeys: readonly { readonly name: string; readonly keysym: number }[] = Array.from(
  { length: 12 },
  (_, index) => ({ name: `F${index + 1}`, keysym: F1 + index }),
)

const named: ReadonlyMap<string, number> = new Map([
  ...Object.entries(keysyms),
  ...functionKeys.map(({ name, keysym }) => [name, keysym] as const),
])

/** The keysym of a key by its name in browsers; undefined for characters. */
export const keysymNamed = (key: string): number | undefined => named.get(key)

const { Control, Alt, Delete, Meta, Tab, PrintScreen } = keysyms

/** The key combinations of the key menu. */
export const strokes = {
  ctrlAltDel: { keysyms: [Control, Alt, Delete], caps: ["Ctrl", "Alt", "Del"] },
  windows: { keysyms: [Meta], caps: ["Win"] },
  switchWindow: { keysyms: [Alt, Tab], caps: ["Alt", "Tab"] },
  print: { keysyms: [PrintScreen], caps: ["Print"] },
} as const satisfies Record<string, { readonly keysyms: readonly number[]; readonly caps: readonly string[] }>
export type StrokeName = keyof typeof strokes

export const withCtrlAlt = (keysym: number): readonly number[] => [Control, Alt, keysym]

/** The keysyms of modifiers, left and right: Shift to Hyper, and those for the third level of a layout. */
const MODIFIERS: readonly (readonly [least: number, most: number])[] = [
  [0xffe1, 0xffe4],
  [0xffe7, 0xffee],
  [0xfe03, 0xfe05],
  [0xff7e, 0xff7e],
]
export const isModifier = (keysym: number): boolean =>
  MODIFIERS.some(([least, most]) => keysym >= least && keysym <= most)

const captions: ReadonlyMap<number, string> = new Map([
  [keysyms.ArrowLeft, "←"],
  [keysyms.ArrowUp, "↑"],
  [keysyms.ArrowRight, "→"],
  [keysyms.ArrowDown, "↓"],
  [keysyms.Escape, "Esc"],
  [keysyms.Delete, "Del"],
  [keysyms.Insert, "Ins"],
  [keysyms.PageUp, "PgUp"],
  [keysyms.PageDown, "PgDn"],
  [keysyms.PrintScreen, "Print"],
  [0x20, "Space"],
  [0xff8d, "Enter"],
  [0xffe2, "Shift"],
  [keysyms.Control, "Ctrl"],
  [0xffe4, "Ctrl"],
  [0xffe7, "Win"],
  [0xffe8, "Win"],
  [0xffea, "Alt"],
  [keysyms.Meta, "Win"],
  [0xffec, "Win"],
  [0xfe03, "AltGr"],
  [0xff7e, "AltGr"],
])
const names: ReadonlyMap<number, string> = new Map([...named].map(([name, keysym]) => [keysym, name]))

const LATIN_MAX = 0xff
const UNICODE = 0x0100_0000
const UNICODE_MAX = 0x0110_ffff

/** The caption of a key. A character is its own caption. */
export const captionOf = (keysym: number): string => {
  const known = captions.get(keysym) ?? names.get(keysym)
  if (known !== undefined) return known
  if (keysym > UNICODE && keysym <= UNICODE_MAX) return String.fromCodePoint(keysym - UNICODE)
  return keysym <= LATIN_MAX ? String.fromCodePoint(keysym).toUpperCase() : `0x${keysym.toString(16)}`
}
