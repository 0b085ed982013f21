import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { invalid, type Parsed, valid } from "../values/parsed.ts"
import { INPUT_EVENTS_MAX, MESSAGE_MAX_BYTES } from "./device/limits.ts"
import { InputEvent, Picture } from "./device/message.ts"

/**
 * Messages of the viewer's socket, whose address comes with `connected`: pictures of one device towards the page, input
 * towards the device. The device sends a few pictures ahead of their acknowledgements and no more, so that a page that
 * draws slowly gets fewer pictures, not older ones.
 */

const Natural = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))

const message = <const Name extends string, Fields extends Schema.Struct.Fields>(name: Name, fields: Fields) =>
  Schema.Struct({ type: Schema.Literal(name), ...fields })

/** From the page. */
export const viewerMessages = {
  /** Starts the pictures, or changes the settings of a stream that runs. */
  view: message("view", { audio: Schema.Boolean, input: Schema.Boolean }),
  /** `seq` counts these messages; the next picture echoes it. */
  input: message("input", {
    seq: Natural,
    events: Schema.Array(InputEvent).check(Schema.isMaxLength(INPUT_EVENTS_MAX)),
  }),
  picture_ack: message("picture_ack", { number: Natural }),
} as const

/** To the page. When the device goes away the socket closes. */
export const viewerCallbacks = {
  picture: message("picture", { picture: Picture }),
  error: message("error", { reason: Schema.Literals(["junk", "refused"]) }),
} as const

export const ViewerMessage = Schema.Union(Object.values(viewerMessages))
export type ViewerMessage = typeof ViewerMessage.Type
export const ViewerCallback = Schema.Union(Object.values(viewerCallbacks))
export type ViewerCallback = typeof ViewerCallback.Type

const decodeMessage = Schema.decodeUnknownResult(Schema.fromJsonString(ViewerMessage))
const decodeCallback = Schema.decodeUnknownResult(Schema.fromJsonString(ViewerCallback))

/** Reads a text frame from the page. */
export const parseViewerMessage = (text: string): Parsed<ViewerMessage, "wrongShape"> => {
  const read = text.length > MESSAGE_MAX_BYTES ? undefined : decodeMessage(text)
  return read !== undefined && Result.isSuccess(read) ? valid(read.success) : invalid("wrongShape")
}

/** Reads a text frame from the bridge. */
export const parseViewerCallback = (text: string): Parsed<ViewerCallback, "wrongShape"> => {
  const read = text.length > MESSAGE_MAX_BYTES ? undefined : decodeCallback(text)
  return read !== undefined && Result.isSuccess(read) ? valid(read.success) : invalid("wrongShape")
}
