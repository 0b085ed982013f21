import * as Schema from "effect/Schema"
import { choice, record } from "../../event/command.ts"
import type { Draft } from "../../event/draft.ts"
import type { Envelope, EventOf } from "../../event/event.ts"
import { defineFeature } from "../../event/feature.ts"
import { PLACES_KEPT } from "../../values/limits.ts"
import { valid } from "../../values/parsed.ts"
import { bridgeReasons } from "../../wire/bridgeReasons.ts"
import { decideKey, evolveKey, type KeyCommand, type KeyQuestion, keyEvents } from "./keys.ts"
import { evolveScreen, type OpenScreen, type ScreenCommand, type ScreenEvent, screenEvents } from "./screens.ts"

/**
 * How a tab reaches one device to look at its screen (DEVICE-8), and the question for a passcode that the native side may
 * have open for any device (DEVICE-9). Sessions belong to a tab. No passcode is ever here.
 */

const Reason = Schema.Literals([...bridgeReasons, "away", "wait", "noCloud"])
/** `away`: the native side itself is gone; `wait`: the cloud asked to wait; `noCloud`: it gave no usable answer. */
export type ReachFailure = typeof Reason.Type

/** Whom an attempt has asked, in this order. */
const askedSteps = ["bridge", "cloud", "device"] as const
const AskedStep = Schema.Literals(askedSteps)
/** `found`: the device answers. */
export const connectingSteps = [...askedSteps, "found"] as const
export type ConnectingStep = (typeof connectingSteps)[number]

const Mode = Schema.Literals(["hid", "usb"])
const Tried = Schema.Literals(["none", "stored", "typed"])

const Target = { id: Schema.String, did: Schema.String, name: Schema.String }

export const reachEvents = {
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
    v: 1,
    origin: "bridge",
    sign: ["warning", "warn"],
    payload: Schema.Struct({
      id: Schema.String,
      reason: Reason,
      attempt: Schema.Int,
      until: Schema.NullOr(Schema.Finite),
      httpStatus: Schema.optionalKey(Schema.Int),
    }),
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
export type ReachEvent = EventOf<typeof reachEvents>
type PayloadOf<Type extends ReachEvent["type"]> = Extract<ReachEvent, { type: Type }>["payload"]

export interface ViewedDevice extends PayloadOf<"DeviceOpened"> {
  readonly phase: "connecting" | "connected" | "handedOver" | "lost" | "failed"
  /** How far the attempt under way has come, or the last one came. */
  readonly step: ConnectingStep
  /** When that attempt began, ms. */
  readonly askedAt: number
  /** Since when it is in that phase, ms. */
  readonly since: number
  /** When it was connected last, ms; null when it never was. */
  readonly seenAt: number | null
  readonly reason: ReachFailure | null
  readonly httpStatus?: number
  readonly attempt: number
  readonly until: number | null
  readonly mode: typeof Mode.Type | null
  /** Null while there is no picture of it. */
  readonly screen: OpenScreen | null
}
export type PasscodeQuestion = PayloadOf<"PasscodeWanted">

export interface Reach {
  readonly device: ViewedDevice | null
  readonly passcode: PasscodeQuestion | null
  readonly key: KeyQuestion | null
}
const nothing: Reach = { device: null, passcode: null, key: null }

/** By tab, the one that changed last at the end. */
export type ReachState = ReadonlyMap<string, Reach>
export const initialReach: ReachState = new Map()
export const reachOf = (state: ReachState, tab: string): Reach => state.get(tab) ?? nothing

type CommandOf<Type extends string, Event extends ReachEvent["type"]> = { readonly type: Type } & PayloadOf<Event>

export type ReachCommand =
  | ScreenCommand
  | KeyCommand
  | CommandOf<"OpenDevice", "DeviceOpened">
  | CommandOf<"ReportAsked", "DeviceAsked">
  | CommandOf<"ReportReached", "DeviceReached">
  | CommandOf<"ReportHandedOver", "DeviceHandedOver">
  | CommandOf<"ReportUnreached", "DeviceUnreached">
  | CommandOf<"CloseDevice", "DeviceClosed">
  | CommandOf<"ReportMode", "DeviceModeTold">
  | CommandOf<"WantPasscode", "PasscodeWanted">
  | CommandOf<"SettlePasscode", "PasscodeSettled">

export const evolveReach = (state: ReachState, event: ReachEvent & Envelope, draft: Draft): ReachState => {
  const next = draft.edit(state)
  const reach = moved(reachOf(next, event.tab), event)
  next.delete(event.tab)
  next.set(event.tab, reach)
  for (const tab of next.keys()) {
    if (next.size <= PLACES_KEPT) break
    next.delete(tab)
  }
  return next
}

const moved = (reach: Reach, event: ReachEvent & Envelope): Reach => {
  const { device } = reach
  switch (event.type) {
    case "DeviceOpened":
      return { ...reach, device: opened(event) }
    case "PasscodeWanted":
      return {
        ...reach,
        device: device?.id === event.payload.id ? { ...device, step: "found" } : device,
        passcode: event.payload,
      }
    case "DeviceKeyChanged":
    case "DeviceKeyJudged":
    case "DeviceKeyUnkept":
      return { ...reach, key: evolveKey(reach.key, event) }
    case "PasscodeSettled":
      return reach.passcode?.id === event.payload.id ? { ...reach, passcode: null } : reach
    case "DeviceClosed":
      return device?.id === event.payload.id ? nothing : reach
    default:
      return device?.id === event.payload.id ? { ...reach, device: withReport(device, event) } : reach
  }
}

const opened = ({ payload, at }: PayloadOfOpened): ViewedDevice => ({
  ...payload,
  phase: "connecting",
  step: "bridge",
  askedAt: at,
  since: at,
  seenAt: null,
  reason: null,
  attempt: 0,
  until: null,
  mode: null,
  screen: null,
})
type PayloadOfOpened = Extract<ReachEvent, { type: "DeviceOpened" }> & Envelope

const isAboutScreen = <Event extends ReachEvent>(event: Event): event is Event & ScreenEvent =>
  Object.hasOwn(screenEvents, event.type)

const withReport = (
  device: ViewedDevice,
  event: Extract<
    ReachEvent,
    ScreenEvent | { type: "DeviceAsked" | "DeviceReached" | "DeviceHandedOver" | "DeviceUnreached" | "DeviceModeTold" }
  > &
    Envelope,
): ViewedDevice => {
  if (isAboutScreen(event)) return { ...device, screen: evolveScreen(device.screen, event, event.at) }
  if (event.type === "DeviceModeTold") return { ...device, mode: event.payload.mode }
  if (event.type === "DeviceAsked") return asked(device, event.payload.step, event.at)
  if (event.type === "DeviceReached")
    return {
      ...device,
      phase: "connected",
      step: "found",
      since: event.at,
      seenAt: event.at,
      reason: null,
      attempt: 0,
      until: null,
    }
  if (event.type === "DeviceHandedOver")
    return { ...device, phase: "handedOver", since: event.at, reason: null, attempt: 0, until: null }
  const { reason, attempt, until, httpStatus } = event.payload
  const { httpStatus: _before, ...rest } = device
  const phase = device.seenAt !== null && until !== null ? "lost" : "failed"
  // The loss is counted from its beginning, however many attempts have failed since.
  const since = device.phase === "lost" ? device.since : event.at
  return { ...rest, phase, since, reason, attempt, until, ...(httpStatus !== undefined && { httpStatus }) }
}

/** A new attempt after the last one failed; one after a loss stays a loss until the device is back (BRIDGE-4). */
const asked = (device: ViewedDevice, step: typeof AskedStep.Type, at: number): ViewedDevice =>
  step === "bridge"
    ? { ...device, phase: "connecting", step, askedAt: at, since: at, reason: null }
    : { ...device, step }

/** An attempt begins after one that failed, and its steps follow each other. */
const isNews = ({ phase, step }: ViewedDevice, to: typeof AskedStep.Type): boolean =>
  to === "bridge"
    ? phase === "failed"
    : phase === "connecting" && connectingSteps.indexOf(to) > connectingSteps.indexOf(step)

const isMode = (reach: Reach, { id, mode }: PayloadOf<"DeviceModeTold">): boolean =>
  reach.device?.id !== id || reach.device.mode === mode

export const decideReach = (command: ReachCommand, state: ReachState, tab: string): readonly ReachEvent[] => {
  const reach = reachOf(state, tab)
  switch (command.type) {
    case "OpenDevice": {
      const { id, did, name, isUsb, cloudType } = command
      return [{ type: "DeviceOpened", payload: { id, did, name, isUsb, cloudType } }]
    }
    case "WantPasscode": {
      const { type: _, ...payload } = command
      return [{ type: "PasscodeWanted", payload }]
    }
    case "SettlePasscode":
      return reach.passcode?.id === command.id ? [{ type: "PasscodeSettled", payload: { id: command.id } }] : []
    case "AskAboutKey":
    case "JudgeKey":
    case "ReportKeyUnkept":
      return decideKey(command, reach.key)
    // A screen ends after its device was left, too: nothing asks what the tab shows by then.
    case "RecordScreen":
      return [command.event]
    case "ReportMode":
      return isMode(reach, command) ? [] : [{ type: "DeviceModeTold", payload: { id: command.id, mode: command.mode } }]
    case "CloseDevice":
      return reach.device?.id === command.id ? [{ type: "DeviceClosed", payload: { id: command.id } }] : []
    case "ReportAsked": {
      const { id, step } = command
      const { device } = reach
      return device?.id === id && isNews(device, step) ? [{ type: "DeviceAsked", payload: { id, step } }] : []
    }
    case "ReportReached":
      return reach.device?.id === command.id ? [{ type: "DeviceReached", payload: { id: command.id } }] : []
    case "ReportHandedOver":
      return reach.device?.id === command.id ? [{ type: "DeviceHandedOver", payload: { id: command.id } }] : []
    case "ReportUnreached": {
      const { type: _, ...payload } = command
      return reach.device?.id === payload.id ? [{ type: "DeviceUnreached", payload }] : []
    }
  }
}

export const reach = defineFeature({
  key: "reach",
  initial: initialReach,
  events: reachEvents,
  evolve: evolveReach,
  commands: {
    OpenDevice: record,
    ReportAsked: record,
    ReportReached: record,
    ReportHandedOver: record,
    ReportUnreached: record,
    CloseDevice: record,
    ReportMode: record,
    WantPasscode: record,
    SettlePasscode: record,
    AskAboutKey: record,
    JudgeKey: record,
    ReportKeyUnkept: record,
    RecordScreen: choice,
  },
  decide: (command: ReachCommand, state, { tab }) => valid(decideReach(command, state, tab)),
})
