import * as Schema from "effect/Schema"
import type { EventOf } from "../../event/event.ts"
import { OddItems } from "../../event/listRead.ts"

/** A device that answered on this network, or is on a cable of this computer (LAN-6). On a cable `addr` is empty. */
export const LanDeviceFields = Schema.Struct({
  /** Identifies it on its network; `did` identifies it everywhere. */
  id: Schema.String,
  did: Schema.String,
  name: Schema.String,
  model: Schema.Int,
  cloudType: Schema.Int,
  /** The device's clock at the report, ms. */
  timestamp: Schema.Finite,
  isUsb: Schema.Boolean,
  isHid: Schema.Boolean,
  flags: Schema.Int,
  addr: Schema.String,
  build: Schema.Int,
  /** Further addresses that answer with this id: from another unit, or from the same unit. */
  others: Schema.optionalKey(Schema.Array(Schema.String)),
})
export type LanDeviceFields = typeof LanDeviceFields.Type

const ChangedFields = Schema.Struct({
  did: Schema.optionalKey(Schema.String),
  name: Schema.optionalKey(Schema.String),
  model: Schema.optionalKey(Schema.Int),
  cloudType: Schema.optionalKey(Schema.Int),
  timestamp: Schema.optionalKey(Schema.Finite),
  isUsb: Schema.optionalKey(Schema.Boolean),
  isHid: Schema.optionalKey(Schema.Boolean),
  flags: Schema.optionalKey(Schema.Int),
  addr: Schema.optionalKey(Schema.String),
  build: Schema.optionalKey(Schema.Int),
  others: Schema.optionalKey(Schema.Array(Schema.String)),
})

/** `lost`: the native side went away, or refused the scan. */
export const ScanOutcome = Schema.Literals(["done", "cancelled", "lost"])
export type ScanOutcome = typeof ScanOutcome.Type

/** `sent`: the packet was sent. The later stages need a report of a device that sees the computer. */
export const LanWakeStage = Schema.Literals(["asked", "sent", "awake", "notConfirmed", "failed"])
export type LanWakeStage = typeof LanWakeStage.Type

export const lanEvents = {
  /** The differences to what was known. A repeated report makes no event. */
  LanDevicesTold: {
    v: 1,
    origin: "bridge",
    sign: ["online", "off"],
    payload: Schema.Struct({
      added: Schema.Array(LanDeviceFields),
      changed: Schema.Array(Schema.Struct({ id: Schema.String, fields: ChangedFields })),
      gone: Schema.Array(Schema.String),
      /** Number of devices that could not be read, where it has changed. */
      unread: Schema.optionalKey(Schema.Int),
      odd: Schema.optionalKey(OddItems),
    }),
  },
  ScanStarted: {
    v: 1,
    origin: "person",
    sign: ["sending", "acc"],
    payload: Schema.Struct({ scan: Schema.String, targets: Schema.Array(Schema.String), total: Schema.Int }),
  },
  ScanEnded: {
    v: 1,
    origin: "bridge",
    sign: ["online", "off"],
    payload: Schema.Struct({ scan: Schema.String, done: Schema.Int, outcome: ScanOutcome }),
  },
  LanWakeTold: {
    v: 1,
    origin: "bridge",
    sign: ["sending", "acc"],
    payload: Schema.Struct({
      wake: Schema.String,
      id: Schema.String,
      did: Schema.String,
      stage: LanWakeStage,
      /** Null while the device has not reported which computer is bound to it. */
      mac: Schema.NullOr(Schema.String),
    }),
  },
} as const
export type LanEvent = EventOf<typeof lanEvents>
