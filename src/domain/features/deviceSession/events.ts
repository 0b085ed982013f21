import * as Schema from "effect/Schema"
import { asBefore, type EventOf } from "../../event/event.ts"
import { bridgeReasons } from "../../wire/bridgeReasons.ts"
import { keyEvents } from "./keys.ts"
import { screenEvents } from "./screens.ts"

/** The events of device sessions: a device opened, asked, reached and left, its passcode, key and screen. */

const Reason = Schema.Literals([...bridgeReasons, "away", "wait", "noCloud"])
/** `away`: the native side itself is gone; `wait`: the cloud asked to wait; `noCloud`: it gave no usable answer. */
export type ConnectFailure = typeof Reason.Type

/** Whom an attempt has asked, in this order. */
const askedSteps = ["bridge", "cloud", "device"] as const
export const AskedStep = Schema.Literals(askedSteps)
/** `found`: the device answers. */
export const connectingSteps = [...askedSteps, "found"] as const
export type ConnectingStep = (typeof connectingSteps)[number]

export const Mode = Schema.Literals(["hid", "usb"])
const Tried = Schema.Literals(["none", "stored", "typed"])

const Target = { id: Schema.String, did: Schema.String, name: Schema.String }

export const deviceSessionEvents = {
  /** A person wants to see this device. */
  DeviceOpened: {
    v: 1,
    origin: "person",
    sign: ["sending", "acc"],
    payload: Schema.Struct({ ...Target, isUsb: Schema.Boolean, cloudType: Schema.Int }),
  },
  /** An attempt is under way: the native side, the cloud, and through it the device were asked (DEVICE-10). */
  DeviceAsked: {
    v: 1,
    origin: "bridge",
    sign: ["pending", "off"],
    payload: Schema.Struct({ id: Schema.String, step: AskedStep }),
  },
  DeviceReached: { v: 1, origin: "bridge", sign: ["confirmed", "ok"], payload: Schema.Struct({ id: Schema.String }) },
  /** The program around the page shows the device in a window of its own (BRIDGE-7). */
  DeviceHandedOver: {
    v: 1,
    origin: "bridge",
    sign: ["confirmed", "ok"],
    payload: Schema.Struct({ id: Schema.String }),
  },
  /** `attempt` says which of the attempts to come back is the next, `until` when it is made, ms; null when none is. */
  DeviceUnreached: {
    v: 2,
    origin: "bridge",
    sign: ["warning", "warn"],
    payload: Schema.Struct({
      id: Schema.String,
      reason: Reason,
      attempt: Schema.Int,
      until: Schema.NullOr(Schema.Finite),
      httpStatus: Schema.optionalKey(Schema.Int),
    }),
    upcast: { 1: asBefore },
  },
  DeviceClosed: { v: 1, origin: "person", sign: ["disabled", "off"], payload: Schema.Struct({ id: Schema.String }) },
  DeviceModeTold: {
    v: 1,
    origin: "bridge",
    sign: ["info", "off"],
    payload: Schema.Struct({ id: Schema.String, mode: Mode }),
  },
  /** The device wants its passcode; `tried` says which one it has just refused, `until` when it takes the next, ms. */
  PasscodeWanted: {
    v: 1,
    origin: "bridge",
    sign: ["lock", "warn"],
    payload: Schema.Struct({ ...Target, tried: Tried, until: Schema.Finite }),
  },
  /** It was given, or given up. */
  PasscodeSettled: { v: 1, origin: "person", sign: ["lock", "off"], payload: Schema.Struct({ id: Schema.String }) },
  ...keyEvents,
  ...screenEvents,
} as const
export type DeviceSessionEvent = EventOf<typeof deviceSessionEvents>
export type PayloadOf<Type extends DeviceSessionEvent["type"]> = Extract<DeviceSessionEvent, { type: Type }>["payload"]
