/** The kinds of system that the app tells apart. */
export type Os = "win" | "mac" | "linux" | "other"

/** Phones and tablets name the desktop system they descend from, so they are asked first. */
const SYSTEMS: readonly (readonly [pattern: RegExp, os: Os])[] = [
  [/Android|iPhone|iPad|iPod|CrOS/, "other"],
  [/Windows/, "win"],
  [/Macintosh|Mac OS X/, "mac"],
  [/Linux|X11/, "linux"],
]

/** The system a user agent names. */
export const osOf = (userAgent: string): Os => SYSTEMS.find(([pattern]) => pattern.test(userAgent))?.[1] ?? "other"
