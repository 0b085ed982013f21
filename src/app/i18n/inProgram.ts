export type Texts = Readonly<Record<string, unknown>>

/**
 * A text whose name has this ending replaces the one without it in the desktop program. The latter speaks of a browser.
 */
const ENDING = "InProgram"

const isGroup = (value: unknown): value is Texts => typeof value === "object" && value !== null

/** The texts of a language for the window of the program, which is no browser and has no tabs. */
export const inProgram = (texts: Texts): Texts =>
  Object.fromEntries(
    Object.entries(texts).flatMap(([name, text]) => {
      if (name.endsWith(ENDING)) return []
      return [[name, isGroup(text) ? inProgram(text) : (texts[`${name}${ENDING}`] ?? text)] as const]
    }),
  )
