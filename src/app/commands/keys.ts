/** One key, or two pressed one after the other; letters are lower case. */
export type Keys = readonly [string] | readonly [string, string]

/**
 * The single keys of commands, by command. They are apart from the registry because the controls that show and announce
 * them belong to the first screens. The registry and the listener load later.
 */
export const commandKeys = {
  search: ["/"],
  goDevices: ["g", "d"],
  goAccount: ["g", "a"],
  goHelp: ["g", "h"],
  goSettings: ["g", "s"],
  refresh: ["r"],
  outbox: ["o"],
  invite: ["i"],
  theme: ["t"],
  shortcuts: ["?"],
} as const satisfies Readonly<Record<string, Keys>>

/** How long the first key of two waits for the second, ms. */
export const CHORD_MS = 1_500

/** Opens the palette, with Ctrl, or Cmd on Apple's keyboards; works while typing, too. */
export const PALETTE_KEY = "k"

/** True on Apple's systems, where the modifier of commands is Cmd. */
export const isApple = (): boolean => /mac|iphone|ipad/i.test(navigator.platform)

/** For `aria-keyshortcuts`, which knows keys pressed together but not one after the other. */
export const paletteAria = (): string => (isApple() ? "Meta+K" : "Control+K")

/** A key as its cap shows it: letters as capitals. */
export const capOf = (key: string): string => key.toUpperCase()
