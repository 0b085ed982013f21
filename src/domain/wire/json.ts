/**
 * Matches a string, which stays, or a text that some programs write in place of a number. A string without an end
 * extends to the end of the text: looking for another one behind each of its quotes would take quadratic time.
 */
const NO_NUMBER = /"(?:[^"\\]+|\\.)*(?:"|\\?$)|-?\b(?:NaN|Infinity)\b/gs

/**
 * Reads the JSON of other programs. NaN and Infinity, which JSON does not allow, are read as null, so that they affect
 * only their own item (CALL-2). Throws when it is still no JSON.
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
