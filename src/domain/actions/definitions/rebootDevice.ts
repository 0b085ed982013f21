import * as Schema from "effect/Schema"
import { invalid, valid } from "../../values/parsed.ts"
import { cloudIntent } from "../cloudIntent.ts"
import { defineAction } from "../defineAction.ts"
import type { AnyIntent } from "../definition.ts"
import { deviceCommand } from "../deviceCommand.ts"

const schema = cloudIntent("request_device", { did: Schema.String, cmd: Schema.Literal("reboot") })
type Intent = typeof schema.Type

export interface RebootDevice {
  readonly type: "RebootDevice"
  readonly did: string
  /** True when the action is sent only after UNDO_MS. */
  readonly undo?: boolean
}

/** REBOOT-1 */
export const rebootDevice = defineAction({
  command: "RebootDevice",
  ...deviceCommand,
  schema,
  is: (intent: AnyIntent): intent is Intent =>
    intent.call === "request_device" && Reflect.get(intent.input, "cmd") === "reboot",
  ask: ({ did }: RebootDevice, { device }) => {
    const seen = device(did)
    if (seen === undefined) return invalid("unknownDevice")
    const intent: Intent = { call: "request_device", input: { did, cmd: "reboot" } }
    return valid({ intent, subject: seen.shownName, before: null })
  },
  words: ({ subject }) => ({ key: "reboot", params: { subject } }),
  messages: { confirmed: { kind: "sent", message: "rebootSent" }, queued: "rebootQueued", cardNotice: "reboot" },
  personal: {},
})
