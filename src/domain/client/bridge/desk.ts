import { Context, type Deferred, type Fiber, Layer } from "effect"
import type { BridgeLink } from "../../features/bridge/feature.ts"
import type { KeyDecision } from "../../features/deviceSession/keys.ts"
import type { Mode } from "../../wire/bridge.ts"
import { Inbox } from "../inbox.ts"

export interface DeviceTarget {
  readonly id: string
  readonly did: string
  readonly name: string
  readonly isUsb: boolean
  readonly cloudType: number
}

/** What a person may ask about the device that this tab looks at. No passcode leaves the memory of the tab. */
export type ViewingRequest =
  | { readonly type: "open"; readonly target: DeviceTarget }
  | { readonly type: "retry" | "close" | "giveUp" }
  | ({ readonly type: "judgeKey" } & KeyDecision)
  | { readonly type: "answer" | "offer"; readonly passcode: string; readonly keep: boolean }

/** Why a device was not switched; `modeGivenUp`: its passcode was not given. */
export type ModeRefused =
  | "bridgeAway"
  | "bridgeUnable"
  | "modeGivenUp"
  | "modeTimedOut"
  | "modeRefused"
  | "modeBusy"
  | "modeUnreached"
  | "modeKeyChanged"

/** A device is to be in this mode; the caller waits for the outcome (MODE-1). */
export interface ModeRequest {
  readonly id: string
  readonly mode: Mode
  readonly came: Deferred.Deferred<void, ModeRefused>
}

interface Memory {
  /** What was asked and is not done yet. */
  readonly requests: Inbox<ViewingRequest>
  readonly modes: Inbox<ModeRequest>
  /** The devices whose mode is being switched, and how many requests want it. */
  readonly switching: Map<string, number>
  /** The device that the person looks at. */
  target: DeviceTarget | null
  /** Where its pictures come from, from one connection to the next. */
  viewer: string | null
  /** The address that a canvas was connected to last. */
  used: string | null
  /** The state of the native side; null until that is known. */
  link: BridgeLink["state"] | null
  /** How often the device was not on the network yet: the native side may only just have begun to look. */
  looks: number
  /** Attempts since the connection was lost. */
  attempt: number
  coming: Fiber.Fiber<void> | null
  /** The cloud has refused to hand the request on, so the attempt that is under way gets no answer. */
  isRefused: boolean
  /** Ends a wait for a native side that says nothing of the device. */
  silence: Fiber.Fiber<void> | null
  /** What the device that asks was given last. */
  given: {
    readonly id: string
    readonly by: "stored" | "typed"
    readonly passcode: string
    readonly keep: boolean
  } | null
  /** A passcode for all devices of a campaign that ask, each once (FW-8); it goes when the campaign is over. */
  offered: {
    readonly campaign: string
    readonly passcode: string
    readonly keep: boolean
    /** The ids of devices that it was given to. */
    readonly to: Set<string>
  } | null
  /** Names of devices on the network, by the id that questions carry. */
  readonly known: Map<string, { readonly did: string; readonly name: string }>
}

/** What a tab remembers of the device it looks at; lost with the tab, as the sessions themselves. */
export class Viewing extends Context.Service<Viewing, Memory>()("sightline/Viewing") {
  static readonly layer = Layer.sync(Viewing, () => ({
    requests: new Inbox<ViewingRequest>(),
    modes: new Inbox<ModeRequest>(),
    switching: new Map(),
    target: null,
    viewer: null,
    used: null,
    link: null,
    looks: 0,
    attempt: 0,
    coming: null,
    isRefused: false,
    silence: null,
    given: null,
    offered: null,
    known: new Map(),
  }))
}
