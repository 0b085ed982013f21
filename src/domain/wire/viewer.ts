import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { invalid, type Parsed, valid } from "../values/parsed.ts"

/**
 * The viewer's socket, whose address comes with `connected`. Binary frames are RFB 3.8 with the device as server; text
 * frames are the messages below. RFB begins once the page has sent `view`.
 */

/** Longest text frame, characters. */
export const VIEWER_TEXT_MAX_LENGTH = 4_096

const CIPHER_MAX_LENGTH = 64
const Natural = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))

const message = <const Name extends string, Fields extends Schema.Struct.Fields>(name: Name, fields: Fields) =>
  Schema.Struct({ type: Schema.Literal(name), ...fields })

/** Messages from the page. */
export const viewerMessages = {
  /** Opens the stream, or changes the settings of the running one. */
  view: message("view", { audio: Schema.Boolean, control: Schema.Boolean }),
  /** Answered by `pong` once the device has answered, which gives the delay to the device and back. */
  ping: message("ping", { n: Natural }),
} as const

/** Messages to the page. When the device goes away, the socket closes. */
export const viewerCallbacks = {
  pong: message("pong", { n: Natural }),
  /** The mode of the device, first and at each change. */
  mode: message("mode", { mode: Schema.Literals(["hid", "usb"]) }),
  /**
   * The computer behind the device fell asleep or woke up. `canWake` is false when its MAC address is unknown, so that
   * nothing can wake it.
   */
  host: message("host", { awake: Schema.Boolean, canWake: Schema.optionalKey(Schema.Boolean) }),
  /**
   * The encryption of the session, sent first: the cipher, the device's key (SHA-256), since when the bridge knows the
   * key (ms since 1970), and false when it cannot save the key.
   */
  seal: message("seal", {
    cipher: Schema.String.check(Schema.isMaxLength(CIPHER_MAX_LENGTH)),
    key: Schema.String.check(Schema.isPattern(/^[0-9a-f]{64}$/)),
    since: Schema.optionalKey(Schema.Finite),
    kept: Schema.optionalKey(Schema.Boolean),
  }),
  tone: message("tone", { hz: Natural, ms: Natural }),
  /**
   * `junk`: the page sent an invalid message. `too_fast`: the page sent one message too many, which was not read.
   * `refused`: the device gives no stream. `ended`: the stream is over, the session is not.
   */
  error: message("error", { reason: Schema.Literals(["junk", "too_fast", "refused", "ended"]) }),
} as const

export const ViewerMessage = Schema.Union(Object.values(viewerMessages))
export type ViewerMessage = typeof ViewerMessage.Type
export const ViewerCallback = Schema.Union(Object.values(viewerCallbacks))
export type ViewerCallback = typeof ViewerCallback.Type

const decodeMessage = Schema.decodeUnknownResult(Schema.fromJsonString(ViewerMessage))
const decodeCallback = Schema.decodeUnknownResult(Schema.fromJsonString(ViewerCallback))

/** Reads a text frame from the page. */
export const parseViewerMessage = (text: string): Parsed<ViewerMessage, "wrongShape"> => {
  const read = text.length > VIEWER_TEXT_MAX_LENGTH ? undefined : decodeMessage(text)
  return read !== undefined && Result.isSuccess(read) ? valid(read.success) : invalid("wrongShape")
}

/** Reads a text frame from the bridge. */
export const parseViewerCallback = (text: string): Parsed<ViewerCallback, "wrongShape"> => {
  const read = text.length > VIEWER_TEXT_MAX_LENGTH ? undefined : decodeCallback(text)
  return read !== undefined && Result.isSuccess(read) ? valid(read.success) : invalid("wrongShape")
}
