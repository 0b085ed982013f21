import * as Schema from "effect/Schema"
import { invalid, type Parsed, valid } from "../../values/parsed.ts"
import { CHUNK_HEAD_MAX_BYTES, CHUNK_MAX_BYTES } from "./limits.ts"
import { Hash, Natural, readerOf, toBytes } from "./text.ts"

/** A firmware chunk as body of a frame: length of the head (u32, big-endian), head as JSON, the bytes. */

export const DeviceChunkHead = Schema.Struct({
  /** From 0; every chunk but the last is as long as `fw_begin` said. */
  index: Natural,
  md5: Hash,
})
export type DeviceChunkHead = typeof DeviceChunkHead.Type

export interface Chunk extends DeviceChunkHead {
  readonly bytes: Uint8Array
}

const LENGTH_BYTES = 4
const readHead = readerOf(DeviceChunkHead)

export const encodeChunk = ({ index, md5, bytes }: Chunk): Uint8Array => {
  const head = toBytes({ index, md5 })
  const body = new Uint8Array(LENGTH_BYTES + head.byteLength + bytes.byteLength)
  new DataView(body.buffer).setUint32(0, head.byteLength)
  body.set(head, LENGTH_BYTES)
  body.set(bytes, LENGTH_BYTES + head.byteLength)
  return body
}

/** `bytes` of the result is a view into `body`. */
export const decodeChunk = (body: Uint8Array): Parsed<Chunk, "bad-message"> => {
  if (body.byteLength < LENGTH_BYTES) return invalid("bad-message")
  const length = new DataView(body.buffer, body.byteOffset, body.byteLength).getUint32(0)
  const end = LENGTH_BYTES + length
  if (length > CHUNK_HEAD_MAX_BYTES || end > body.byteLength) return invalid("bad-message")
  const head = readHead(body.subarray(LENGTH_BYTES, end))
  const bytes = body.subarray(end)
  if (!head.ok || bytes.byteLength > CHUNK_MAX_BYTES) return invalid("bad-message")
  return valid({ index: head.value.index, md5: head.value.md5, bytes })
}
