/** Colours of an emulated screen. A framebuffer has their indexes, one byte per pixel. */

const rgb = {
  black: 0x000000,
  desk: 0x0d1117,
  deskRaised: 0x121821,
  window: 0x10151d,
  title: 0x1a212c,
  line: 0x2b3442,
  text: 0xd7dee8,
  dim: 0x8792a2,
  faint: 0x4b5666,
  accent: 0x7fd1ae,
  amber: 0xe3b363,
  red: 0xe5766f,
  blue: 0x7fb2ee,
  violet: 0xb79bec,
  cyan: 0x6fd0dd,
  white: 0xffffff,
} as const

export type Color = keyof typeof rgb

const names = Object.keys(rgb)
const values: readonly number[] = Object.values(rgb)

/** Index in the framebuffer. */
export const colorIndex = (color: Color): number => names.indexOf(color)

/** 0xRRGGBB of an index. */
export const rgbOf = (index: number): number => values[index] ?? 0
