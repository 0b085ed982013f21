/**
 * A string, which is left as it is, or what some programs write for a number that is none. A string without an end goes to the end of
 * the text: to look for another one behind each of its quotes would take time by the square of its length.
 */
const NO_NUMBER = /"(?:[^"\\]+|\\.)*(?:"|\\?$)|-?\b(?:NaN|Infinity)\b/gs

/**
 * The JSON of programs that we did not write. NaN and Infinity, which no JSON has, are read as null, so that they cost their own item
 * alone (CALL-2). Throws where it is no JSON after all.
 */
export const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch (cause) {
    const read = text.replaceAll(NO_NUMBER, (found) => (found.startsWith('"') ? found : "null"))
    if (read === text) throw cause
    return JSON.parse(read)
  }
}
