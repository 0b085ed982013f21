type Bytes = Uint8Array<ArrayBuffer>

/** What the browser writes before the packed bytes. */
const THEIR_HEAD_BYTES = 10
/**
 * Gzip, deflate, with a checksum of this header; no time, no extra flags, no system. Then that checksum: the low half of the
 * CRC-32 of these ten bytes. The unpacker compares it; without one an altered byte of the header is never found.
 */
const HEAD = [0x1f, 0x8b, 0x08, 0x02, 0, 0, 0, 0, 0, 0xff, 0x90, 0xc9] as const

/** Gives what the browser has packed as gzip a head whose bytes are vouched for, like all others of it. */
export const withSummedHead = (): TransformStream<Bytes, Bytes> => {
  let left = THEIR_HEAD_BYTES
  return new TransformStream({
    start: (controller) => controller.enqueue(Uint8Array.from(HEAD)),
    transform: (chunk, controller) => {
      const rest = chunk.subarray(left)
      left -= Math.min(left, chunk.length)
      if (rest.length > 0) controller.enqueue(rest)
    },
  })
}
