import { LOG_FILE_MAX_BYTES } from "../domain/values/limits.ts"

type Bytes = Uint8Array<ArrayBuffer>

/** Gzip and deflate: what every member begins with. */
const HEAD = [0x1f, 0x8b, 0x08] as const
/** A member ends with the end of what is packed and two sums of four bytes: of an empty one all of these are zeros. */
const ZEROS_AT_END_MAX = 9
/** Ends that are tried: in other packed bytes a head occurs by chance once in some 16 MB. */
const TRIES_MAX = 64

export const bytesOf = async function* (stream: ReadableStream<Bytes>): AsyncGenerator<Bytes> {
  const reader = stream.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    reader.cancel().catch(() => undefined)
  }
}

export const unpacked = (packed: ReadableStream<Bytes>): ReadableStream<Bytes> =>
  packed.pipeThrough(new DecompressionStream("gzip"))

const isWhole = async (member: Blob): Promise<boolean> => {
  let size = 0
  try {
    for await (const { length } of bytesOf(unpacked(member.stream()))) {
      size += length
      if (size > LOG_FILE_MAX_BYTES) return false
    }
    return true
  } catch {
    return false
  }
}

/** Where a member may end: before the head of another one, or within the zeros at the end of the file. */
const endsIn = async (file: Blob): Promise<{ readonly ends: readonly number[]; readonly zerosFrom: number }> => {
  const heads: number[] = []
  let [at, matched, zerosFrom] = [0, 0, 0]
  for await (const chunk of bytesOf(file.stream()))
    for (const byte of chunk) {
      matched = byte === HEAD[matched] ? matched + 1 : byte === HEAD[0] ? 1 : 0
      at += 1
      if (byte !== 0) zerosFrom = at
      if (matched < HEAD.length) continue
      matched = 0
      if (at > HEAD.length && heads.length < TRIES_MAX) heads.push(at - HEAD.length)
    }
  const padded = Array.from({ length: ZEROS_AT_END_MAX + 1 }, (_, kept) => zerosFrom + kept).filter((end) => end < at)
  return { ends: [...heads, ...padded, at], zerosFrom }
}

/**
 * The members of a packed file that browsers refuse to unpack, because more follows the first one: other members, as
 * when two files are joined, or zeros that fill a block. Both are whole to every other program. Null when the file is damaged.
 */
export const membersOf = async (file: Blob): Promise<readonly Blob[] | null> => {
  const members: Blob[] = []
  const { ends, zerosFrom } = await endsIn(file)
  let from = 0
  for (const end of ends) {
    if (from >= zerosFrom) break
    const member = file.slice(from, end)
    if (!(await isWhole(member))) continue
    members.push(member)
    from = end
  }
  return from >= zerosFrom ? members : null
}
