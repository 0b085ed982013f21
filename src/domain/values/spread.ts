const FNV_OFFSET = 0x811c9dc5
const FNV_PRIME = 0x01000193

/** FNV-1a over UTF-16 units, 32 bit: one altered unit always changes the result. */
export const fnv1a = (text: string): number => {
  let hash = FNV_OFFSET
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), FNV_PRIME)
  return hash >>> 0
}

/** A number in [0, 1) that is always the same for a text. It spreads things over a span without randomness. */
export const fractionOf = (text: string): number => fnv1a(text) / 2 ** 32
