/** Calls `make` once for each key and returns its result from then on. */
export const remembered = <Key, Made>(make: (key: Key) => Made): ((key: Key) => Made) => {
  const known = new Map<Key, Made>()
  return (key) => {
    const before = known.get(key)
    if (before !== undefined) return before
    const made = make(key)
    known.set(key, made)
    return made
  }
}
