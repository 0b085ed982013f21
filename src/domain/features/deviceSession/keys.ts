import * as Schema from "effect/Schema"
import type { EventOf } from "../../event/event.ts"

/**
 * A device shows another key than the known one. A person decides whether it is still the same device (SEC-5), and the
 * log holds both the question and the decision. Fingerprints are no secrets.
 */

export const keyEvents = {
  /**
   * `known` is the earlier key, kept since `since`, ms; null where the account's server supplied it. `offered` is the
   * key now.
   */
  DeviceKeyChanged: {
    v: 1,
    origin: "bridge",
    sign: ["warning", "warn"],
    payload: Schema.Struct({
      id: Schema.String,
      did: Schema.String,
      name: Schema.String,
      known: Schema.String,
      offered: Schema.String,
      since: Schema.NullOr(Schema.Finite),
    }),
  },
  /** The person trusts the offered key, or leaves the device. */
  DeviceKeyJudged: {
    v: 1,
    origin: "person",
    sign: ["lock", "off"],
    payload: Schema.Struct({ id: Schema.String, isTrusted: Schema.Boolean }),
  },
  /** The native side could not save the trusted key, so it forgets the key when it ends. */
  DeviceKeyUnkept: {
    v: 1,
    origin: "bridge",
    sign: ["warning", "warn"],
    payload: Schema.Struct({ id: Schema.String }),
  },
} as const
export type KeyEvent = EventOf<typeof keyEvents>

export type KeyQuestion = Extract<KeyEvent, { type: "DeviceKeyChanged" }>["payload"]

/** A person's decision about the key that was shown. */
export interface KeyDecision {
  readonly id: string
  /** The fingerprint that the decision is about. */
  readonly offered: string
  readonly isTrusted: boolean
}

export type KeyCommand =
  | ({ readonly type: "AskAboutKey" } & KeyQuestion)
  | { readonly type: "JudgeKey"; readonly id: string; readonly isTrusted: boolean }
  | { readonly type: "ReportKeyUnkept"; readonly id: string }

export const evolveKey = (asked: KeyQuestion | null, event: KeyEvent): KeyQuestion | null => {
  switch (event.type) {
    case "DeviceKeyChanged":
      return event.payload
    case "DeviceKeyJudged":
      return asked?.id === event.payload.id ? null : asked
    case "DeviceKeyUnkept":
      return asked
  }
}

export const decideKey = (command: KeyCommand, asked: KeyQuestion | null): readonly KeyEvent[] => {
  if (command.type === "ReportKeyUnkept") return [{ type: "DeviceKeyUnkept", payload: { id: command.id } }]
  if (command.type === "JudgeKey") {
    const { id, isTrusted } = command
    return asked?.id === id ? [{ type: "DeviceKeyJudged", payload: { id, isTrusted } }] : []
  }
  const { id, did, name, known, offered, since } = command
  // A press that was meant for the shown question must not answer another one.
  if (asked !== null && asked.id !== id) return []
  return [{ type: "DeviceKeyChanged", payload: { id, did, name, known, offered, since } }]
}
