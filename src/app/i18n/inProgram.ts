export type Texts = Readonly<Record<string, unknown>>

/** The texts behind these names are the program's own words for those without the ending, which speak of a browser. */
const ENDING = "InProgram"

const isGroup = (value: unknown): value is Texts => typeof value === "object" && value !== null

/** The texts of a language as the window of the program shows them: it is no browser and has no tabs. */
export const inProgram = (texts: Texts): Texts =>
  Object.fromEntries(
    Object.entries(texts).flatMap(([name, text]) => {
      if (name.endsWith(ENDING)) return []
      return [[name, isGroup(text) ? inProgram(text) : (texts[`${name}${ENDING}`] ?? text)] as const]
    }),
  )
