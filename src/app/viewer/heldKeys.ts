/**
 * The keys that are down at a device, without I/O: from what a browser reports to what the device is sent. Browsers do not report
 * every release, and a key that is never let go types on at the device (SCREEN-4). So each event that carries the state of the
 * modifiers is compared with what is held, and whatever cannot be down any more is let go.
 */

export interface Modifiers {
  readonly ctrl: boolean
  readonly shift: boolean
  readonly alt: boolean
  /** Windows reports neither Ctrl nor Alt while this is down, Linux may report Alt as well. */
  readonly altGraph: boolean
  readonly meta: boolean
}

export interface Stroke {
  readonly code: string
  readonly key: string
  readonly down: boolean
  /** The event's own time, ms. */
  readonly at: number
  readonly modifiers: Modifiers
}

export interface KeyChange {
  readonly code: string
  readonly key: string
  readonly down: boolean
}

export interface HeldKeys {
  /** The key by its code, in the order in which they went down. */
  readonly held: ReadonlyMap<string, string>
  /** Keys that were sent as a whole when they went down: what their release reports was done. */
  readonly tapped: ReadonlySet<string>
  /** When Ctrl went down, ms. */
  readonly ctrlAt: number
}

export type Handled = readonly [HeldKeys, readonly KeyChange[]]

export const noKeys: HeldKeys = { held: new Map(), tapped: new Set(), ctrlAt: Number.NEGATIVE_INFINITY }

type Modifier = Exclude<keyof Modifiers, "altGraph">

const modifierOf: Readonly<Record<string, Modifier>> = {
  ControlLeft: "ctrl",
  ControlRight: "ctrl",
  ShiftLeft: "shift",
  ShiftRight: "shift",
  AltLeft: "alt",
  AltRight: "alt",
  MetaLeft: "meta",
  MetaRight: "meta",
  OSLeft: "meta",
  OSRight: "meta",
}

/** Windows reports AltGr as the left Ctrl and then the right Alt, in the same moment, ms. */
const ALT_GRAPH_PAIR_MS = 50

/** Systems take these keys for themselves and report one half of the stroke, or the other. */
const isTap = (code: string): boolean => code === "PrintScreen" || code === "" || code === "Unidentified"

const isDown = (modifiers: Modifiers, modifier: Modifier): boolean =>
  modifiers[modifier] || (modifier === "alt" && modifiers.altGraph)

/** Lets go of these, modifiers last, so that no shortcut changes its meaning on the way. */
const without = (keys: HeldKeys, goes: (code: string) => boolean): Handled => {
  const going = [...keys.held].filter(([code]) => goes(code))
  const last = (code: string): number => (code in modifierOf ? 1 : 0)
  const changes = going
    .toSorted(([a], [b]) => last(a) - last(b))
    .map(([code, key]): KeyChange => ({ code, key, down: false }))
  if (changes.length === 0) return [keys, changes]
  return [{ ...keys, held: new Map([...keys.held].filter(([code]) => !goes(code))) }, changes]
}

const both = ([first, changes]: Handled, next: (keys: HeldKeys) => Handled): Handled => {
  const [second, more] = next(first)
  return [second, [...changes, ...more]]
}

/** Everything goes up: nobody could report it later. */
export const letGo = (keys: HeldKeys): Handled =>
  both(
    without(keys, () => true),
    () => [noKeys, []],
  )

/**
 * What the state of the modifiers says of the keys that are held, `own` excepted. macOS reports no release of a key while Meta is down:
 * those go with it at the latest.
 */
export const settle = (keys: HeldKeys, modifiers: Modifiers, own = ""): Handled => {
  const isOver = (code: string): boolean => {
    const modifier = modifierOf[code]
    return modifier !== undefined && code !== own && !isDown(modifiers, modifier)
  }
  const isMetaOver = [...keys.held.keys()].some((code) => modifierOf[code] === "meta" && isOver(code))
  return without(keys, (code) => isOver(code) || (isMetaOver && code !== own && !(code in modifierOf)))
}

const tap = (keys: HeldKeys, { code, key }: Stroke, tapped: ReadonlySet<string>): Handled => [
  { ...keys, tapped },
  [true, false].map((down) => ({ code, key, down })),
]

/** A release of a key that was sent as a whole says nothing more; one without its press is the whole stroke. */
const tapOnce = (keys: HeldKeys, stroke: Stroke): Handled => {
  const tapped = new Set(keys.tapped)
  if (!stroke.down && tapped.delete(stroke.code)) return [{ ...keys, tapped }, []]
  if (stroke.down) tapped.add(stroke.code)
  return tap(keys, stroke, tapped)
}

const press = (keys: HeldKeys, { code, key, at }: Stroke): Handled => {
  const isPair = key === "AltGraph" && at - keys.ctrlAt <= ALT_GRAPH_PAIR_MS
  return both(
    without(keys, (other) => isPair && other === "ControlLeft"),
    (rest) => [
      {
        ...rest,
        held: new Map(rest.held).set(code, rest.held.get(code) ?? key),
        ctrlAt: code === "ControlLeft" && !rest.held.has(code) ? at : rest.ctrlAt,
      },
      [{ code, key, down: true }],
    ],
  )
}

const release = (keys: HeldKeys, { code }: Stroke): Handled => {
  const isMeta = modifierOf[code] === "meta" && keys.held.has(code)
  return without(keys, (other) => other === code || (isMeta && !(other in modifierOf)))
}

/** `isMac`: there Caps Lock goes down when it is turned on and up when it is turned off. */
export const handleStroke = (keys: HeldKeys, stroke: Stroke, isMac: boolean): Handled =>
  both(settle(keys, stroke.modifiers, stroke.code), (settled) => {
    if (isMac && stroke.code === "CapsLock") return tap(settled, stroke, settled.tapped)
    if (isTap(stroke.code)) return tapOnce(settled, stroke)
    return stroke.down ? press(settled, stroke) : release(settled, stroke)
  })
