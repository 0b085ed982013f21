import { giveBack } from "../memory.ts"

type Bytes = Uint8Array<ArrayBuffer>

/**
 * Each piece is valid until the next one is taken; its memory is then freed at once. The pieces are not read into our
 * own memory: in Chromium, about once in three gigabytes, such a read of a blob never completes.
 */
export const piecesOf = async function* (stream: ReadableStream<Bytes>): AsyncGenerator<Bytes> {
  const reader = stream.getReader()
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      yield read.value
      giveBack(read.value)
    }
  } finally {
    // A broken stream has nothing left to cancel.
    reader.cancel().catch(() => undefined)
  }
}
