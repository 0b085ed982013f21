import { giveBack } from "../memory.ts"

type Bytes = Uint8Array<ArrayBuffer>

/**
 * Each piece holds until the next one is asked for; then its memory is free at once. The pieces are not read into memory of
 * our own: a blob that is read so now and then never answers in Chromium, about once in three gigabytes.
 */
export const piecesOf = async function* (stream: ReadableStream<Bytes>): AsyncGenerator<Bytes> {
  const reader = stream.getReader()
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      yield read.value
      giveBack(read.value)
    }
  } finally {
    // A stream that broke has nothing left to give back.
    reader.cancel().catch(() => undefined)
  }
}
