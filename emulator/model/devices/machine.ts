import type { DeviceMessage, FirmwareStage } from "../../../src/domain/wire/device/message.ts"
import type { DeviceRefusal, ViewSettings } from "../../../src/domain/wire/device/session.ts"
import type { LanHost } from "../lan/hosts.ts"
import type { News } from "./news.ts"
import type { DevicePorts } from "./ports.ts"
import type { EmulatedDevice } from "./record.ts"
import type { Updating } from "./updating.ts"

/** The state of the computer behind a device. `none`: no computer is known. */
export type HostState = "awake" | "asleep" | "none"

/** The two sides of a request to a device: the caller at a connection, and the machine behind it. */

export interface Caller {
  /** The settings and rights of its stream. Null while it wants none. */
  view: ViewSettings | null
  send(message: DeviceMessage): void
  /** Refuses a request, or a message without a number. */
  refuse(refused: DeviceRefusal, n?: number): void
}

export interface DeviceMachine {
  readonly device: EmulatedDevice
  readonly ports: DevicePorts
  readonly updating: Updating<Caller>
  hosts(): readonly LanHost[]
  hostState(now: number): HostState
  firmware(now: number): { readonly stage: FirmwareStage; readonly build: number; readonly percent: number }
  tell(news: News): void
  /** Called after a change that must be saved. */
  changed(): void
  /** A ticket for a stream of this session. It is valid once, for a few seconds. */
  ticketFor(session: Caller, now: number): string
  /** Ends the stream of this session. */
  endStream(session: Caller): void
  tellProgress(now: number): void
  /** The power goes at this instant; `ms` as for `cutPower`. */
  losePower(now: number, ms: number): void
}
