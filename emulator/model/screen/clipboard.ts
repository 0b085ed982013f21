import { ByteWriter, viewOf } from "../../../src/domain/wire/rfb/bytes.ts"
import { CLIPBOARD_MAX_BYTES } from "../../../src/domain/wire/rfb/limits.ts"
import { clipboardFlags, serverTypes } from "../../../src/domain/wire/rfb/protocol.ts"
import type { Deflate } from "./rectangle.ts"

/** The extended clipboard of RFB: text in UTF-8, sent only on request. */

/** Unpacks one zlib stream. Undefined when it is invalid or longer than `max` bytes. */
export type Inflate = (bytes: Uint8Array, max: number) => Uint8Array | undefined

/** The negative length counts four bytes of flags first. */
const FLAGS_BYTES = 4

const message = (flags: number, body: Uint8Array): Uint8Array =>
  new ByteWriter()
    .u8(serverTypes.cutText)
    .pad(3)
    .i32(-(FLAGS_BYTES + body.byteLength))
    .u32(flags >>> 0)
    .bytes(body)
    .done()

const actions = clipboardFlags.request | clipboardFlags.peek | clipboardFlags.notify | clipboardFlags.provide

/** The server's abilities: text, up to the longest clipboard. */
export const capabilities = (): Uint8Array =>
  message(clipboardFlags.caps | actions | clipboardFlags.text, new ByteWriter().u32(CLIPBOARD_MAX_BYTES).done())

export const notifyText = (): Uint8Array => message(clipboardFlags.notify | clipboardFlags.text, new Uint8Array(0))
export const requestText = (): Uint8Array => message(clipboardFlags.request | clipboardFlags.text, new Uint8Array(0))

export const provideText = (text: string, deflate: Deflate): Uint8Array => {
  const bytes = new TextEncoder().encode(`${text.replaceAll("\n", "\r\n")}\0`)
  const body = new ByteWriter().u32(bytes.byteLength).bytes(bytes).done()
  return message(clipboardFlags.provide | clipboardFlags.text, deflate(body))
}

/** A short packed message that unpacks to this many zeros, far beyond any limit. */
const BOMB_BYTES = 64 * 1024 * 1024
export const bomb = (deflate: Deflate): Uint8Array => {
  const body = new ByteWriter().u32(BOMB_BYTES).bytes(new Uint8Array(BOMB_BYTES)).done()
  return message(clipboardFlags.provide | clipboardFlags.text, deflate(body))
}

/** The text of a `provide`; undefined for junk. */
export const readProvided = (data: Uint8Array, inflate: Inflate): string | undefined => {
  const bytes = inflate(data, CLIPBOARD_MAX_BYTES + FLAGS_BYTES)
  if (bytes === undefined || bytes.byteLength < FLAGS_BYTES) return undefined
  const length = viewOf(bytes).getUint32(0)
  if (length > bytes.byteLength - FLAGS_BYTES) return undefined
  const text = new TextDecoder().decode(bytes.subarray(FLAGS_BYTES, FLAGS_BYTES + length))
  return text.replace(/\0$/, "").replaceAll("\r\n", "\n")
}

/** Text as Latin-1, for a viewer without the extension; other characters become `?`. */
export const latinText = (text: string): Uint8Array => {
  const bytes = Uint8Array.from([...text], (character) => {
    const code = character.codePointAt(0) ?? 0
    return code <= 0xff ? code : 0x3f
  })
  return new ByteWriter().u8(serverTypes.cutText).pad(3).u32(bytes.byteLength).bytes(bytes).done()
}
