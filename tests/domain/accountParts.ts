/** The parts of a state that belong to an account. Finds them by the account's key, so that new slices are included. */

export const isMap = (value: unknown): value is ReadonlyMap<unknown, unknown> =>
  typeof value === "object" && value !== null && "entries" in value && "get" in value

const entriesOf = (value: object): readonly (readonly [string, unknown])[] =>
  isMap(value) ? [...value.entries()].map(([key, inside]) => [String(key), inside]) : Object.entries(value)

/** The text of a value, without the entries under the keys of other accounts. */
const textOf = (value: unknown, others: ReadonlySet<string>): string => {
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? ""
  const own = entriesOf(value).filter(([key]) => !others.has(key))
  const texts = own.map(([key, inside]) => `${key}: ${textOf(inside, others)}`)
  return `{ ${(isMap(value) ? texts.sort() : texts).join(", ")} }`
}

/** Maps the path of each part to its text. A part is an object that names the account, or a value under its key. */
export const partsOf = (
  value: unknown,
  account: string,
  others: ReadonlySet<string>,
  path = "",
  found = new Map<string, string>(),
): ReadonlyMap<string, string> => {
  if (typeof value !== "object" || value === null) return found
  for (const [key, inside] of entriesOf(value)) {
    if (key === account) found.set(`${path}.*`, textOf(inside, others))
    else if (inside === account) found.set(path, textOf(value, others))
    partsOf(inside, account, others, `${path}.${key}`, found)
  }
  return found
}
