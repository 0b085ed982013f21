/**
 * The one text of a value: keys in code-unit order, Maps as `{"$map":[[key,value],…]}` with sorted keys, no
 * undefined. Two equal states give the same bytes, whatever the order in which they came about.
 */
export const canonicalJson = (value: unknown): string => {
  if (value === null || typeof value === "boolean" || typeof value === "string") return JSON.stringify(value)
  if (typeof value === "number") {
    if (!Number.isFinite(value)) throw new TypeError("canonical JSON holds finite numbers only")
    return JSON.stringify(value)
  }
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`
  if (value instanceof Map) return canonicalMap(value)
  if (typeof value === "object") return canonicalObject(value)
  throw new TypeError(`canonical JSON cannot hold a ${typeof value}`)
}

const canonicalMap = (map: ReadonlyMap<unknown, unknown>): string => {
  const entries = [...map].map(([key, value]): [string, string] => [String(key), canonicalJson(value)])
  entries.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  return `{"$map":[${entries.map(([key, value]) => `[${JSON.stringify(key)},${value}]`).join(",")}]}`
}

const canonicalObject = (object: object): string => {
  const entries = Object.entries(object).filter(([, value]) => value !== undefined)
  entries.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  return `{${entries.map(([key, value]) => `${JSON.stringify(key)}:${canonicalJson(value)}`).join(",")}}`
}
