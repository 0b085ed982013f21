import * as Schema from "effect/Schema"
import { type Mac, parseMac } from "../../values/mac.ts"
import { invalid, type Parsed, valid } from "../../values/parsed.ts"
import { FLAG_BOUND_MAC } from "../../wire/deviceFlags.ts"
import { cloudIntent } from "../cloudIntent.ts"
import { defineAction } from "../defineAction.ts"
import type { AnyIntent, AskRejection } from "../definition.ts"
import { deviceCommand } from "../deviceCommand.ts"

const schema = cloudIntent("request_device", {
  did: Schema.String,
  cmd: Schema.Literal("wol"),
  payload: Schema.optionalKey(Schema.Unknown),
})
type Intent = typeof schema.Type

export interface WakeDevice {
  readonly type: "WakeDevice"
  readonly did: string
  /** Null wakes the bound MAC. */
  readonly mac: string | null
}

/** WAKE-1 to WAKE-4 */
export const wakeDevice = defineAction({
  command: "WakeDevice",
  ...deviceCommand,
  schema,
  is: (intent: AnyIntent): intent is Intent =>
    intent.call === "request_device" && Reflect.get(intent.input, "cmd") === "wol",
  ask: ({ did, mac }: WakeDevice, { device }) => {
    const seen = device(did)
    if (seen === undefined) return invalid("unknownDevice")
    const payload = payloadOf(mac, seen.item.flags)
    if (!payload.ok) return payload
    const intent: Intent = { call: "request_device", input: { did, cmd: "wol", payload: payload.value } }
    return valid({ intent, subject: seen.shownName, before: null })
  },
  words: ({ subject }) => ({ key: "wake", params: { subject } }),
  messages: { confirmed: { kind: "sent", message: "wakeSent" }, queued: "wakeQueued", cardNotice: "wake" },
  personal: { mac: "mac" },
})

/** Type 0 wakes the bound MAC, type 1 a given one (WAKE-3). */
const payloadOf = (mac: string | null, flags: number): Parsed<object, AskRejection> => {
  if (mac === null) return (flags & FLAG_BOUND_MAC) === 0 ? invalid("noBoundMac") : valid({ type: 0 })
  const parsed = parseMac(mac)
  return parsed.ok ? valid({ type: 1, mac: parsed.value }) : parsed
}

/** The MAC that a person typed for a wake; null for every other intent. */
export const typedMac = (intent: AnyIntent): Mac | null => {
  const payload: unknown = wakeDevice.is(intent) ? intent.input.payload : null
  if (typeof payload !== "object" || payload === null || Reflect.get(payload, "type") !== 1) return null
  const mac = parseMac(String(Reflect.get(payload, "mac")))
  return mac.ok ? mac.value : null
}
