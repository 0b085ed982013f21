/** The kinds of system that the app distinguishes. */
export type Os = "win" | "mac" | "linux" | "other"

/** Phones and tablets also name the desktop system that they descend from, so they are matched first. */
const SYSTEMS: readonly (readonly [pattern: RegExp, os: Os])[] = [
  [/Android|iPhone|iPad|iPod|CrOS/, "other"],
  [/Windows/, "win"],
  [/Macintosh|Mac OS X/, "mac"],
  [/Linux|X11/, "linux"],
]

const NAMES: Readonly<Record<string, Os>> = {
  win: "win",
  win32: "win",
  windows: "win",
  mac: "mac",
  macos: "mac",
  darwin: "mac",
  linux: "linux",
}

/** The system by the name that a native program reports; null for an unknown one. */
export const osNamed = (name: unknown): Os | null =>
  (typeof name === "string" && Object.hasOwn(NAMES, name.toLowerCase()) && NAMES[name.toLowerCase()]) || null

/** The system that a user agent names. */
export const osOf = (userAgent: string): Os => SYSTEMS.find(([pattern]) => pattern.test(userAgent))?.[1] ?? "other"
