import * as Schema from "effect/Schema"
import type { EventOf } from "../../event/event.ts"
import { AccountKeySchema } from "../../wire/brands.ts"

/** Why a device takes no part, or could not be asked when its turn came. `assigned`: there was nothing left to do. */
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
])
export type LeftReason = typeof LeftReason.Type

const Left = { did: Schema.String, reason: LeftReason }
const About = { batch: Schema.String }

/** One command for several devices, as a record of its own (DEVICE-18). The outcome for each device is in its action. */
export const batchEvents = {
  BatchStarted: {
    v: 1,
    origin: "person",
    sign: ["queued", "acc"],
    payload: Schema.Struct({
      ...About,
      account: AccountKeySchema,
      kind: Schema.Literals(["wake", "reboot", "assign"]),
      /** Whom the devices are assigned to, and what that person was called; null and empty for all else. */
      accountId: Schema.NullOr(Schema.String),
      subject: Schema.String,
      /** Who takes part, in turn. */
      dids: Schema.Array(Schema.String),
      left: Schema.Array(Schema.Struct(Left)),
      /** Until then it can be undone and nothing is asked, ms; null when it begins at once. */
      undoUntil: Schema.NullOr(Schema.Finite),
    }),
  },
  /** `expired`: it waited too long, and the rest of its devices are not asked any more. */
  BatchMoved: {
    v: 1,
    origin: "person",
    sign: ["pending", "off"],
    payload: Schema.Struct({
      ...About,
      to: Schema.Literals(["paused", "running", "stopped", "expired", "dismissed"]),
      /** Devices that wait for their turn again: what was asked of them has not left. */
      back: Schema.Array(Schema.String),
    }),
  },
  BatchDeviceLeft: { v: 1, origin: "app", sign: ["superseded", "off"], payload: Schema.Struct({ ...About, ...Left }) },
} as const
export type BatchEvent = EventOf<typeof batchEvents>
export type BatchKind = Extract<BatchEvent, { type: "BatchStarted" }>["payload"]["kind"]
export type BatchMove = Extract<BatchEvent, { type: "BatchMoved" }>["payload"]["to"]
