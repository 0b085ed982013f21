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

/** A person's requests about the device that this tab shows. No passcode leaves the memory of the tab. */
export type ViewingRequest =
  | { readonly type: "open"; readonly target: DeviceTarget }
  | { readonly type: "retry" | "close" | "giveUp" }
  | ({ readonly type: "judgeKey" } & KeyDecision)
  | { readonly type: "answer" | "offer"; readonly passcode: string; readonly keep: boolean }

/** The reason why a device was not switched. `modeGivenUp`: the person did not give its passcode. */
export type ModeRefused =
  | "bridgeAway"
  | "bridgeUnable"
  | "modeGivenUp"
  | "modeTimedOut"
  | "modeRefused"
  | "modeBusy"
  | "modeUnreached"
  | "modeKeyChanged"

/** A request to switch a device to this mode. The caller waits for the outcome (MODE-1). */
export interface ModeRequest {
  readonly id: string
  readonly mode: Mode
  readonly came: Deferred.Deferred<void, ModeRefused>
}

interface Memory {
  /** Requests that are not handled yet. */
  readonly requests: Inbox<ViewingRequest>
  readonly modes: Inbox<ModeRequest>
  /** How many requests are switching the mode of each device. */
  readonly switching: Map<string, number>
  /** The device that this tab shows. */
  target: DeviceTarget | null
  /** The address of its pictures; a reconnect keeps it. */
  viewer: string | null
  /** The address that a canvas last connected to. */
  used: string | null
  /** The state of the native side; null until that is known. */
  link: BridgeLink["state"] | null
  /** How often the device was not on the network yet: the native side may only just have begun to look. */
  looks: number
  /** Attempts since the connection was lost. */
  attempt: number
  coming: Fiber.Fiber<void> | null
  /** True when the cloud has refused to relay the request, so the current attempt gets no reply. */
  isRefused: boolean
  /** The running wait for a native side that reports nothing of the device. */
  silence: Fiber.Fiber<void> | null
  /** The passcode given last to the device that asks. */
  given: {
    readonly id: string
    readonly by: "stored" | "typed"
    readonly passcode: string
    readonly keep: boolean
  } | null
  /** A passcode for all devices of a campaign that ask, each once (FW-8). It is forgotten when the campaign is over. */
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

/** The memory of a tab about the device that it shows. It is lost with the tab, as the device sessions are. */
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
