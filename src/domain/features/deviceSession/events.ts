import * as Schema from "effect/Schema"
import { asBefore, type EventOf } from "../../event/event.ts"
import { bridgeReasons } from "../../wire/bridgeReasons.ts"
import { keyEvents } from "./keys.ts"
import { screenEvents } from "./screens.ts"

/** The events of device sessions: a device is opened, requested, reached and left; its passcode, key and screen. */

const Reason = Schema.Literals([...bridgeReasons, "away", "wait", "noCloud"])
/**
 * `away`: the native side itself is gone. `wait`: the cloud asked to wait. `noCloud`: the cloud gave no usable reply.
 */
export type ConnectFailure = typeof Reason.Type

/** The stations that an attempt has reached, in this order. */
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
  /**
   * An attempt is under way: the request has reached the native side, the cloud, or through it the device (DEVICE-10).
   */
  DeviceAsked: {
    v: 1,
    origin: "bridge",
    sign: ["pending", "off"],
    payload: Schema.Struct({ id: Schema.String, step: AskedStep }),
  },
  DeviceReached: { v: 1, origin: "bridge", sign: ["confirmed", "ok"], payload: Schema.Struct({ id: Schema.String }) },
  /** The program around the page shows the device in its own window (BRIDGE-7). */
  DeviceHandedOver: {
    v: 1,
    origin: "bridge",
    sign: ["confirmed", "ok"],
    payload: Schema.Struct({ id: Schema.String }),
  },
  /** `attempt` is the number of the next attempt, `until` its time, ms; null when there is none. */
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
  /**
   * The device requests its passcode. `tried` names the passcode that it has just refused, `until` the time from which
   * it takes the next, ms.
   */
  PasscodeWanted: {
    v: 1,
    origin: "bridge",
    sign: ["lock", "warn"],
    payload: Schema.Struct({ ...Target, tried: Tried, until: Schema.Finite }),
  },
  /** The person gave the passcode, or gave up. */
  PasscodeSettled: { v: 1, origin: "person", sign: ["lock", "off"], payload: Schema.Struct({ id: Schema.String }) },
  ...keyEvents,
  ...screenEvents,
} as const
export type DeviceSessionEvent = EventOf<typeof deviceSessionEvents>
export type PayloadOf<Type extends DeviceSessionEvent["type"]> = Extract<DeviceSessionEvent, { type: Type }>["payload"]
