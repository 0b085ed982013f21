import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { FIRMWARE_CHUNK_HEAD_MAX_BYTES, FIRMWARE_CHUNK_MAX_BYTES } from "../values/limits.ts"
import { invalid, type Parsed, valid } from "../values/parsed.ts"

/**
 * One chunk of a firmware image as a binary frame of the bridge's socket: the length of the head (u32, big-endian), the
 * head as JSON, the bytes. `md5` is the MD5 of the bytes alone.
 */

const ChunkHead = Schema.Struct({
  type: Schema.Literal("fw_chunk"),
  id: Schema.String.check(Schema.isMaxLength(128)),
  build: Schema.Int,
  index: Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)),
  md5: Schema.String.check(Schema.isPattern(/^[0-9a-f]{32}$/)),
})
export type ChunkHead = typeof ChunkHead.Type

export interface FirmwareChunk {
  readonly head: ChunkHead
  readonly bytes: Uint8Array
}

const LENGTH_BYTES = 4
/** Most bytes of a binary frame. */
export const CHUNK_FRAME_MAX_BYTES = LENGTH_BYTES + FIRMWARE_CHUNK_HEAD_MAX_BYTES + FIRMWARE_CHUNK_MAX_BYTES

const decodeHead = Schema.decodeUnknownResult(Schema.fromJsonString(ChunkHead))

export const encodeChunk = ({ head, bytes }: FirmwareChunk): Uint8Array<ArrayBuffer> => {
  const headBytes = new TextEncoder().encode(JSON.stringify(head))
  const frame = new Uint8Array(LENGTH_BYTES + headBytes.length + bytes.length)
  new DataView(frame.buffer).setUint32(0, headBytes.length)
  frame.set(headBytes, LENGTH_BYTES)
  frame.set(bytes, LENGTH_BYTES + headBytes.length)
  return frame
}

const headText = (bytes: Uint8Array): string | undefined => {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** The bytes of the result are a view of the frame, not a copy. */
export const parseChunk = (frame: Uint8Array): Parsed<FirmwareChunk, "tooLarge" | "wrongShape"> => {
  if (frame.length > CHUNK_FRAME_MAX_BYTES) return invalid("tooLarge")
  if (frame.length <= LENGTH_BYTES) return invalid("wrongShape")
  const length = new DataView(frame.buffer, frame.byteOffset, frame.byteLength).getUint32(0)
  const start = LENGTH_BYTES + length
  if (length > FIRMWARE_CHUNK_HEAD_MAX_BYTES || start >= frame.length) return invalid("wrongShape")
  const text = headText(frame.subarray(LENGTH_BYTES, start))
  if (text === undefined) return invalid("wrongShape")
  const head = decodeHead(text)
  if (Result.isFailure(head) || frame.length - start > FIRMWARE_CHUNK_MAX_BYTES) return invalid("wrongShape")
  return valid({ head: head.success, bytes: frame.subarray(start) })
}
