import type { DeviceMessage, FirmwareStage, Picture } from "../../../src/domain/wire/device/message.ts"
import type { Host } from "../lan/hosts.ts"
import type { News } from "./news.ts"
import type { DevicePorts, Refused } from "./ports.ts"
import type { Device } from "./record.ts"
import type { Screen } from "./screen.ts"
import type { Updating } from "./updating.ts"
import type { Viewing } from "./viewing.ts"

/** The two that meet when something is asked of a device: whoever asks over a connection, and the machine behind it. */

export interface Caller {
  readonly viewing: Viewing
  send(message: DeviceMessage): void
  /** Refuses a request, or something without a number. */
  refuse(refused: Refused, n?: number): void
}

export interface Machine {
  readonly device: Device
  readonly ports: DevicePorts
  readonly screen: Screen
  readonly updating: Updating<Caller>
  hosts(): readonly Host[]
  hostState(now: number): Picture["host"]
  firmware(now: number): { readonly stage: FirmwareStage; readonly build: number; readonly percent: number }
  tell(news: News): void
  /** Something that has to be kept has changed. */
  changed(): void
  /** What the sessions see has changed. */
  touch(): void
  tellProgress(now: number): void
  /** The power goes at this instant; `ms` as for `cutPower`. */
  losePower(now: number, ms: number): void
}
