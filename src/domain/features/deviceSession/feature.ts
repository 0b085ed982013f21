import { choice, record } from "../../event/command.ts"
import type { Draft } from "../../event/draft.ts"
import type { Envelope } from "../../event/event.ts"
import { defineFeature } from "../../event/feature.ts"
import { TABS_KEPT } from "../../values/limits.ts"
import { valid } from "../../values/parsed.ts"
import {
  type AskedStep,
  type ConnectFailure,
  type ConnectingStep,
  connectingSteps,
  type DeviceSessionEvent,
  deviceSessionEvents,
  type Mode,
  type PayloadOf,
} from "./events.ts"
import { decideKey, evolveKey, type KeyCommand, type KeyQuestion } from "./keys.ts"
import { evolveScreen, type OpenScreen, type ScreenCommand, type ScreenEvent, screenEvents } from "./screens.ts"

/**
 * The session of a tab with one device, to show its screen (DEVICE-8), and the request for a passcode that the native
 * side may have open for any device (DEVICE-9). It never holds a passcode.
 */

export interface ViewedDevice extends PayloadOf<"DeviceOpened"> {
  readonly phase: "connecting" | "connected" | "handedOver" | "lost" | "failed"
  /** The last step of the current or latest attempt. */
  readonly step: ConnectingStep
  /** The time when that attempt began, ms. */
  readonly askedAt: number
  /** The time of the last change of the phase, ms. */
  readonly since: number
  /** The time when it was last connected, ms; null for never. */
  readonly seenAt: number | null
  readonly reason: ConnectFailure | null
  readonly httpStatus?: number
  readonly attempt: number
  readonly until: number | null
  readonly mode: typeof Mode.Type | null
  /** Null while there is no picture of it. */
  readonly screen: OpenScreen | null
}
export type PasscodeQuestion = PayloadOf<"PasscodeWanted">

export interface TabSession {
  readonly device: ViewedDevice | null
  readonly passcode: PasscodeQuestion | null
  readonly key: KeyQuestion | null
}
const nothing: TabSession = { device: null, passcode: null, key: null }

/** By tab, the last changed one at the end. */
export type DeviceSessionState = ReadonlyMap<string, TabSession>
export const initialDeviceSessions: DeviceSessionState = new Map()
export const tabSessionOf = (state: DeviceSessionState, tab: string): TabSession => state.get(tab) ?? nothing

type CommandOf<Type extends string, Event extends DeviceSessionEvent["type"]> = {
  readonly type: Type
} & PayloadOf<Event>

export type DeviceSessionCommand =
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

export const evolveDeviceSession = (
  state: DeviceSessionState,
  event: DeviceSessionEvent & Envelope,
  draft: Draft,
): DeviceSessionState => {
  const next = draft.edit(state)
  const session = moved(tabSessionOf(next, event.tab), event)
  next.delete(event.tab)
  next.set(event.tab, session)
  for (const tab of next.keys()) {
    if (next.size <= TABS_KEPT) break
    next.delete(tab)
  }
  return next
}

const moved = (session: TabSession, event: DeviceSessionEvent & Envelope): TabSession => {
  const { device } = session
  switch (event.type) {
    case "DeviceOpened":
      return { ...session, device: opened(event) }
    case "PasscodeWanted":
      return {
        ...session,
        device: device?.id === event.payload.id ? { ...device, step: "found" } : device,
        passcode: event.payload,
      }
    case "DeviceKeyChanged":
    case "DeviceKeyJudged":
    case "DeviceKeyUnkept":
      return { ...session, key: evolveKey(session.key, event) }
    case "PasscodeSettled":
      return session.passcode?.id === event.payload.id ? { ...session, passcode: null } : session
    case "DeviceClosed":
      return device?.id === event.payload.id ? nothing : session
    default:
      return device?.id === event.payload.id ? { ...session, device: withReport(device, event) } : session
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
type PayloadOfOpened = Extract<DeviceSessionEvent, { type: "DeviceOpened" }> & Envelope

const isAboutScreen = <Event extends DeviceSessionEvent>(event: Event): event is Event & ScreenEvent =>
  Object.hasOwn(screenEvents, event.type)

const withReport = (
  device: ViewedDevice,
  event: Extract<
    DeviceSessionEvent,
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
  // The loss counts from its beginning, however many attempts have failed since.
  const since = device.phase === "lost" ? device.since : event.at
  return { ...rest, phase, since, reason, attempt, until, ...(httpStatus !== undefined && { httpStatus }) }
}

/**
 * Begins a new attempt after a failed one. After a loss, the phase stays `lost` until the device is back (BRIDGE-4).
 */
const asked = (device: ViewedDevice, step: typeof AskedStep.Type, at: number): ViewedDevice =>
  step === "bridge"
    ? { ...device, phase: "connecting", step, askedAt: at, since: at, reason: null }
    : { ...device, step }

/** True for a step that comes next: an attempt begins after a failed one, and its steps have an order. */
const isNews = ({ phase, step }: ViewedDevice, to: typeof AskedStep.Type): boolean =>
  to === "bridge"
    ? phase === "failed"
    : phase === "connecting" && connectingSteps.indexOf(to) > connectingSteps.indexOf(step)

const isMode = (session: TabSession, { id, mode }: PayloadOf<"DeviceModeTold">): boolean =>
  session.device?.id !== id || session.device.mode === mode

export const decideDeviceSession = (
  command: DeviceSessionCommand,
  state: DeviceSessionState,
  tab: string,
): readonly DeviceSessionEvent[] => {
  const session = tabSessionOf(state, tab)
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
      return session.passcode?.id === command.id ? [{ type: "PasscodeSettled", payload: { id: command.id } }] : []
    case "AskAboutKey":
    case "JudgeKey":
    case "ReportKeyUnkept":
      return decideKey(command, session.key)
    // A screen may end after its device was left, so this does not check which device the tab shows.
    case "RecordScreen":
      return [command.event]
    case "ReportMode":
      return isMode(session, command)
        ? []
        : [{ type: "DeviceModeTold", payload: { id: command.id, mode: command.mode } }]
    case "CloseDevice":
      return session.device?.id === command.id ? [{ type: "DeviceClosed", payload: { id: command.id } }] : []
    case "ReportAsked": {
      const { id, step } = command
      const { device } = session
      return device?.id === id && isNews(device, step) ? [{ type: "DeviceAsked", payload: { id, step } }] : []
    }
    case "ReportReached":
      return session.device?.id === command.id ? [{ type: "DeviceReached", payload: { id: command.id } }] : []
    case "ReportHandedOver":
      return session.device?.id === command.id ? [{ type: "DeviceHandedOver", payload: { id: command.id } }] : []
    case "ReportUnreached": {
      const { type: _, ...payload } = command
      return session.device?.id === payload.id ? [{ type: "DeviceUnreached", payload }] : []
    }
  }
}

export const deviceSession = defineFeature({
  key: "reach",
  initial: initialDeviceSessions,
  events: deviceSessionEvents,
  evolve: evolveDeviceSession,
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
  decide: (command: DeviceSessionCommand, state, { tab }) => valid(decideDeviceSession(command, state, tab)),
})
