/**
 * Streams are read into one memory, again and again: pieces that are thrown away are gone only at the next collection, which left
 * tens of megabytes lying about while an image was read.
 */
const READ_BYTES = 1024 * 1024

type Bytes = Uint8Array<ArrayBuffer>

interface Reading {
  /** Undefined at the end. */
  readonly next: () => Promise<Bytes | undefined>
  readonly leave: () => Promise<void>
}

const readingInto = (reader: ReadableStreamBYOBReader): Reading => {
  let memory = new ArrayBuffer(READ_BYTES)
  return {
    // The memory goes to the stream and comes back with the bytes.
    next: async () => {
      const { value, done } = await reader.read(new Uint8Array(memory))
      if (value !== undefined) memory = value.buffer
      return done ? undefined : value
    },
    leave: () => reader.cancel(),
  }
}

const begin = (stream: ReadableStream<Bytes>): Reading => {
  try {
    return readingInto(stream.getReader({ mode: "byob" }))
  } catch {
    // A browser whose streams bring memory of their own.
    const reader = stream.getReader()
    return { next: async () => (await reader.read()).value, leave: () => reader.cancel() }
  }
}

/** Each piece holds until the next one is asked for. */
export const piecesOf = async function* (stream: ReadableStream<Bytes>): AsyncGenerator<Bytes> {
  const { next, leave } = begin(stream)
  try {
    for (let piece = await next(); piece !== undefined; piece = await next()) yield piece
  } finally {
    // Of a stream that broke nothing is left to give back.
    leave().catch(() => undefined)
  }
}
