/** Unpacks one zlib stream; undefined when it is invalid or longer than `max` bytes. */
export const inflate = async (packed: Uint8Array<ArrayBuffer>, max: number): Promise<Uint8Array | undefined> => {
  const parts: Uint8Array[] = []
  let size = 0
  try {
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"))
    for (const reader = stream.getReader(); ; ) {
      const { done, value } = await reader.read()
      if (done) break
      size += value.byteLength
      parts.push(value)
      if (size > max) {
        await reader.cancel()
        return undefined
      }
    }
  } catch {
    // A stream that was flushed but not finished ends with an error after all data was read.
    if (size === 0) return undefined
  }
  const whole = new Uint8Array(size)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.byteLength
  }
  return whole
}
