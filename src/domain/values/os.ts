/** The kinds of system that the app distinguishes. */
export type Os = "win" | "mac" | "linux" | "other"

/** Phones and tablets name the desktop system they descend from, so they are asked first. */
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

/** The system by the name that a native program gives it; null for one that the app does not know. */
export const osNamed = (name: unknown): Os | null =>
  (typeof name === "string" && Object.hasOwn(NAMES, name.toLowerCase()) && NAMES[name.toLowerCase()]) || null

/** The system a user agent names. */
export const osOf = (userAgent: string): Os => SYSTEMS.find(([pattern]) => pattern.test(userAgent))?.[1] ?? "other"
