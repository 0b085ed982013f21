/** A person's choices for the screen of a device, without I/O (SCREEN-6). */

import type { Quality } from "../../adapters/viewer/viewer.ts"

export type { Quality }
export const qualities = ["sharp", "balanced", "slow"] as const satisfies readonly Quality[]

/** `device`: as the device draws it. `dot` and `arrow` are also shown where it draws none. */
export const cursors = ["device", "dot", "arrow"] as const
export type Cursor = (typeof cursors)[number]

/** The ways in which fingers move the pointer: on a touchpad below the picture, or on the picture itself. */
export const touches = ["pad", "picture"] as const
export type Touch = (typeof touches)[number]

export interface Choices {
  readonly quality: Quality
  readonly cursor: Cursor
  readonly touch: Touch
  /** True when the screen of the device follows the size of the window. */
  readonly resizes: boolean
}

export const atFirst: Choices = { quality: "sharp", cursor: "device", touch: "picture", resizes: false }

/** The most devices whose choices are stored; the latest stay. */
export const DEVICES_KEPT = 500

type Kept = Readonly<Record<string, Choices>>

const oneOf = <Value extends string>(values: readonly Value[], value: unknown): Value | undefined =>
  values.find((candidate) => candidate === value)

const choicesIn = (value: unknown): Choices => {
  const field = (key: string): unknown =>
    typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined
  return {
    quality: oneOf(qualities, field("quality")) ?? atFirst.quality,
    cursor: oneOf(cursors, field("cursor")) ?? atFirst.cursor,
    touch: oneOf(touches, field("touch")) ?? atFirst.touch,
    resizes: field("resizes") === true,
  }
}

/** The choices in a stored text, by `did`. Text of another release or another program counts as not chosen. */
const keptIn = (text: string | null): Kept => {
  try {
    const kept: unknown = JSON.parse(text ?? "{}")
    if (typeof kept !== "object" || kept === null || Array.isArray(kept)) return {}
    return Object.fromEntries(Object.entries(kept).map(([did, value]) => [did, choicesIn(value)]))
  } catch {
    return {}
  }
}

export const choicesOf = (text: string | null, did: string): Choices => {
  const kept = keptIn(text)
  return Object.hasOwn(kept, did) ? choicesIn(kept[did]) : atFirst
}

export const withChoices = (text: string | null, did: string, choices: Choices): string => {
  const others = Object.entries(keptIn(text)).filter(([other]) => other !== did)
  return JSON.stringify(Object.fromEntries([...others, [did, choices]].slice(-DEVICES_KEPT)))
}
