import {
  Z_BUF_ERROR,
  Z_NO_FLUSH,
  Z_OK,
  Z_STREAM_END,
  ZStream,
  zlibInflate,
  zlibInflateInit2,
  zlibInflateReset,
} from "pako"
import { GZIP_SLICE_BYTES } from "../domain/values/limits.ts"

type Bytes = Uint8Array<ArrayBuffer>

/** zlib's number for the largest window (15) within a gzip envelope (16). */
const GZIP_WINDOW_BITS = 31

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

/** The first byte of each member. */
const MEMBER_BYTE = 0x1f

/**
 * The unpacked bytes of a gzip file, slice by slice. The next slice is unpacked only when the caller takes it, so
 * memory holds one slice and one packed chunk, whatever the unpacked size. (The browser's `DecompressionStream` queues
 * everything that a chunk unpacks to, a thousand times its size, and refuses a second member.) A slice is valid until
 * the next one is taken.
 * Several members, as in joined files, and padding zeros at the end are read as by any other program. Other trailing
 * data, a cut-off member or a wrong checksum throws.
 */
export const unpacked = async function* (packed: AsyncIterable<Bytes>): AsyncGenerator<Bytes> {
  const stream = new ZStream()
  const slice = new Uint8Array(GZIP_SLICE_BYTES)
  zlibInflateInit2(stream, GZIP_WINDOW_BITS)
  let place: "member" | "between" | "padding" = "member"
  for await (const chunk of packed) {
    let rest = chunk
    while (rest.length > 0) {
      if (place !== "member" && rest[0] === 0) {
        place = "padding"
        const next = rest.findIndex((byte) => byte !== 0)
        rest = next < 0 ? rest.subarray(rest.length) : rest.subarray(next)
        continue
      }
      if (place === "padding" || (place === "between" && rest[0] !== MEMBER_BYTE))
        throw new Error("something follows the packed data")
      if (place === "between") zlibInflateReset(stream)
      const member = yield* inflated(stream, rest, slice)
      place = member.isWhole ? "between" : "member"
      rest = member.rest
    }
  }
  if (place === "member") throw new Error("the packed data is cut off")
}

/** Unpacks until the member or the packed bytes end. */
const inflated = function* (
  stream: ZStream,
  packed: Bytes,
  slice: Bytes,
): Generator<Bytes, { readonly isWhole: boolean; readonly rest: Bytes }> {
  stream.input = packed
  stream.next_in = 0
  stream.avail_in = packed.length
  for (;;) {
    stream.output = slice
    stream.next_out = 0
    stream.avail_out = slice.length
    const status = zlibInflate(stream, Z_NO_FLUSH)
    if (status !== Z_OK && status !== Z_STREAM_END && status !== Z_BUF_ERROR)
      throw new Error(stream.msg || `zlib gives ${status}`)
    if (stream.next_out > 0) yield slice.subarray(0, stream.next_out)
    const isWhole = status === Z_STREAM_END
    if (isWhole || (stream.avail_in === 0 && stream.avail_out > 0))
      return { isWhole, rest: packed.subarray(stream.next_in) }
  }
}
