import * as Effect from "effect/Effect"
import { isSameName, parseName } from "../../values/name.ts"
import { invalid, valid } from "../../values/parsed.ts"
import { calls } from "../../wire/cloud.ts"
import { cloudIntent, inputFields } from "../cloudIntent.ts"
import { defineAction } from "../defineAction.ts"
import type { AnyIntent } from "../definition.ts"

const schema = cloudIntent("rename_device", inputFields(calls.rename_device.body))
type Intent = typeof schema.Type

export interface RenameDevice {
  readonly type: "RenameDevice"
  readonly did: string
  readonly name: string
}

/** RENAME-1, RENAME-2 */
export const renameDevice = defineAction({
  command: "RenameDevice",
  channel: "cloud",
  call: "rename_device",
  schema,
  is: (intent: AnyIntent): intent is Intent => intent.call === "rename_device",
  delivery: "absolute",
  about: ({ did }) => ({ kind: "device", id: did }),
  target: ({ did }) => [did],
  changes: { deviceName: ({ title }) => title },
  confirmedBy: "devices",
  restoring: {
    shown: ({ input: { did } }, listing): Intent | null => {
      const name = listing.read === "devices" ? listing.devices.get(did)?.name : undefined
      return name === undefined ? null : { call: "rename_device", input: { did, title: name } }
    },
    command: ({ input: { did, title } }): RenameDevice => ({ type: "RenameDevice", did, name: title }),
    value: ({ input }) => ({ text: input.title }),
  },
  ask: (command: RenameDevice, { device }) => {
    const seen = device(command.did)
    if (seen === undefined) return invalid("unknownDevice")
    const name = parseName(command.name)
    if (!name.ok) return name.reason === "nameEmpty" ? valid(null) : name
    if (isSameName(name.value, seen.shownName)) return valid(null)
    const intent: Intent = { call: "rename_device", input: { did: seen.item.id, title: name.value } }
    return valid({ intent, subject: seen.before, before: seen.before })
  },
  send: (input, who, call) => Effect.as(call("rename_device", { ...who, ...input }), null),
  words: ({ intent, subject, before }) => ({
    key: "rename_device",
    params: { before: before ?? subject, after: intent.input.title },
  }),
  messages: { confirmed: { kind: "success", message: "deviceRenamed" }, queued: "renameQueued", cardNotice: "rename" },
  personal: { title: "name" },
})
