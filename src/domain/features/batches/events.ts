import * as Schema from "effect/Schema"
import { asBefore, type EventOf } from "../../event/event.ts"
import { AccountKeySchema } from "../../wire/brands.ts"

/** The reason why a device takes no part, or got no request when its turn came. `assigned`: nothing was left to do. */
const LeftReason = Schema.Literals([
  "assigned",
  "signedOut",
  "unknownDevice",
  "unknownAccount",
  "nameEmpty",
  "nameTooLong",
  "invalidMac",
  "noBoundMac",
  "invalidEmail",
  "ownEmail",
  "notAllowed",
  "firmwareTooOld",
  "firmwareUnknown",
  "noFirmware",
])
export type LeftReason = typeof LeftReason.Type

const Left = { did: Schema.String, reason: LeftReason }
const About = { batch: Schema.String }

/** One command for several devices, as one record (DEVICE-18). The outcome for each device is in its action. */
export const batchEvents = {
  BatchStarted: {
    v: 2,
    origin: "person",
    sign: ["queued", "acc"],
    payload: Schema.Struct({
      ...About,
      account: AccountKeySchema,
      kind: Schema.Literals(["wake", "reboot", "assign"]),
      /** The sub-account to which the devices are assigned, and its name then; null and empty for other kinds. */
      accountId: Schema.NullOr(Schema.String),
      subject: Schema.String,
      /** The devices that take part, in order. */
      dids: Schema.Array(Schema.String),
      left: Schema.Array(Schema.Struct(Left)),
      /** The end of the time for undo, ms: no device gets a request before. Null when the batch begins at once. */
      undoUntil: Schema.NullOr(Schema.Finite),
    }),
    upcast: { 1: asBefore },
  },
  /** `expired`: the batch waited too long, and the rest of its devices get no request. */
  BatchMoved: {
    v: 1,
    origin: "person",
    sign: ["pending", "off"],
    payload: Schema.Struct({
      ...About,
      to: Schema.Literals(["paused", "running", "stopped", "expired", "dismissed"]),
      /** Devices that wait for their turn again, because their request was not sent. */
      back: Schema.Array(Schema.String),
    }),
  },
  BatchDeviceLeft: {
    v: 2,
    origin: "app",
    sign: ["superseded", "off"],
    payload: Schema.Struct({ ...About, ...Left }),
    upcast: { 1: asBefore },
  },
} as const
export type BatchEvent = EventOf<typeof batchEvents>
export type BatchKind = Extract<BatchEvent, { type: "BatchStarted" }>["payload"]["kind"]
export type BatchMove = Extract<BatchEvent, { type: "BatchMoved" }>["payload"]["to"]
