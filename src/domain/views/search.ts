import { folded, SEPARATORS, withoutSeparators } from "../values/folded.ts"

/** The searchable data of a card (DEVICE-12). */
export interface Searchable {
  readonly name: string
  readonly id: string
  readonly ip?: string | null
  readonly mac?: string | null
  readonly tags?: readonly string[]
}

/** The prepared text of a device, computed once. */
export interface Haystack {
  /** Folded (case and accents removed), one field a line. */
  readonly text: string
  /** Addresses on this network, folded. They change while the rest stays. */
  readonly places: string
  /** The name with single spaces as separators. */
  readonly name: string
  /** The name without separators. */
  readonly closed: string
  /** Only hexadecimal digits; "" when unknown. */
  readonly mac: string
}

/** A prepared search: each word must be found, as text or as part of the MAC address. */
export interface Needle {
  /** The whole search, with single spaces as separators. */
  readonly whole: string
  /** The same with a space in front, to match the start of a later word. */
  readonly inside: string
  readonly words: readonly Word[]
  /** The whole search as part of a MAC address with separated pairs; null when it cannot be one. */
  readonly mac: string | null
}

interface Word {
  readonly text: string
  readonly mac: string | null
  /**
   * The word without its separators, because names are searched that way too; null where it has none, or nothing else.
   */
  readonly closed: string | null
}

/** Fewer than two digits are not worth searching for in a MAC address. */
const HEX = /^[0-9a-f]{2,12}$/

const hexOf = (text: string): string | null => {
  const digits = withoutSeparators(text)
  return HEX.test(digits) ? digits : null
}

const spaced = (text: string): string => text.replaceAll(SEPARATORS, " ").trim()

/** A search finds a name without its separators, and with other ones. */
export const haystackOf = ({ name, id, ip, mac, tags = [] }: Searchable): Haystack => {
  const plain = folded(name)
  const closed = withoutSeparators(plain)
  return {
    text: [plain, closed, folded([id, mac ?? "", ...tags].join("\n"))].join("\n"),
    places: folded(ip ?? ""),
    name: spaced(plain),
    closed,
    mac: mac === null || mac === undefined ? "" : (hexOf(folded(mac)) ?? ""),
  }
}

const wordOf = (text: string): Word => {
  const closed = withoutSeparators(text)
  return { text, mac: hexOf(text), closed: closed === text || closed === "" ? null : closed }
}

/** Ignores case, accents and the separators of a MAC. Null when the search is empty. */
export const needleOf = (query: string): Needle | null => {
  const wanted = folded(query).trim()
  if (wanted === "") return null
  const whole = spaced(wanted)
  return {
    whole,
    inside: ` ${whole}`,
    words: wanted.split(/\s+/).map(wordOf),
    mac: hexOf(wanted),
  }
}

/** Matches whole pairs only: a match from the middle of a pair would be chance. */
const holdsPairs = (mac: string, part: string | null): boolean => {
  if (part === null) return false
  for (let at = mac.indexOf(part); at >= 0; at = mac.indexOf(part, at + 1)) if (at % 2 === 0) return true
  return false
}

const holds = ({ text, places, closed, mac }: Haystack, word: Word): boolean =>
  text.includes(word.text) ||
  places.includes(word.text) ||
  (word.closed !== null && closed.includes(word.closed)) ||
  holdsPairs(mac, word.mac)

export const matches = ({ words, mac }: Needle, haystack: Haystack): boolean => {
  if (holdsPairs(haystack.mac, mac)) return true
  // A loop, because one function for each of thousands of devices would be most of the garbage of a typed letter.
  for (const word of words) if (!holds(haystack, word)) return false
  return true
}

/** True when each match of the new MAC part also matched the earlier one. */
const extendsPart = (before: string | null, mac: string | null): boolean =>
  mac === null || (before !== null && mac.startsWith(before))

/** True when every match of the second search also matches the first, because a person typed on. */
export const isNarrower = (before: Needle, needle: Needle): boolean =>
  before.words.length <= needle.words.length &&
  extendsPart(before.mac, needle.mac) &&
  before.words.every(({ text, mac, closed }, place) => {
    const word = needle.words[place]
    return (
      word?.text.startsWith(text) === true && extendsPart(mac, word.mac) && extendsPart(closed ?? text, word.closed)
    )
  })

/** From the best to the worst. */
export const RANKS = [0, 1, 2, 3, 4] as const

/** The quality of a match, best first: the whole name, its start, the start of a word, inside, elsewhere. */
export const rankOf = ({ whole, inside }: Needle, { name }: Haystack): (typeof RANKS)[number] => {
  if (name.startsWith(whole)) return name.length === whole.length ? 0 : 1
  if (name.includes(inside)) return 2
  return name.includes(whole) ? 3 : 4
}
