import type { ViewerNews } from "../../adapters/viewer/news.ts"
import type { Viewer, ViewerSettings } from "../../adapters/viewer/viewer.ts"
import type { EngineStatus } from "../../domain/client/log/engine.ts"
import type { Answer, ClientRefused, ClientRequest } from "../../domain/client/requests.ts"
import type { RecordedEvent } from "../../domain/product/events.ts"
import type { State } from "../../domain/product/state.ts"
import type { FleetLog } from "../../domain/views/fleetLog.ts"
import type { OwnLogSource } from "./logSource.ts"
import type { Pairing } from "./pairing.ts"

export type { ViewerNews } from "../../adapters/viewer/news.ts"
export type { ViewerSettings } from "../../adapters/viewer/viewer.ts"
export type { CommandRequest } from "../../domain/client/requests.ts"

/** `readOnly`: a replay refuses all requests of its screens. `wrongImage`: the chosen file is not the latest image. */
export type Refused = ClientRefused | "readOnly" | "wrongImage" | "imageNotKept"

/**
 * All requests of screens, to the client and to the app around it. `ExportLog` writes the log to a file of the person's
 * choice. `BeginNewLog` does so and begins a new log with the actions that wait. `CheckFirmware` asks the update server
 * for the latest build. `KeepFirmwareFile` stores a file that a person has chosen, if it is the latest image.
 * `TryStorage` tries whether the log can be written again.
 */
export type AppRequest =
  | ClientRequest
  | { readonly type: "ExportLog" }
  | { readonly type: "BeginNewLog" }
  | { readonly type: "TryStorage" }
  | { readonly type: "CheckFirmware" }
  | ({ readonly type: "KeepFirmwareFile" } & FileReading)

export interface FileReading {
  readonly file: Blob
  /** Receives the progress, in percent. */
  readonly report: (percent: number) => void
  /** Stopping it drops the later callbacks. */
  readonly stopped: AbortSignal
}

/** An element for the screen of the device that this tab is connected to. */
export interface ViewerMount {
  readonly element: HTMLElement
  readonly settings: ViewerSettings
  readonly received: (news: ViewerNews) => void
}
/** A person's use of the device's screen. It does nothing while no device is connected. */
export type ViewerHandle = Omit<Viewer, "connect">

/** The viewer of a replay, which has no pixels. */
export const noViewer: ViewerHandle = {
  set: () => undefined,
  focus: () => undefined,
  letGo: () => undefined,
  press: () => undefined,
  type: () => undefined,
  point: () => undefined,
  copy: () => undefined,
  canvas: () => null,
  stop: () => undefined,
}

/** The engine as the screens see it, once its chunk has loaded. */
export interface ClientHandle {
  readonly tab: string
  readonly secure: boolean
  readonly state: () => State
  readonly status: () => EngineStatus
  /** True when the server has owed a reply for longer than a server usually takes (LAYOUT-6). */
  readonly isSilent: () => boolean
  /** Calls back after every change of state, status or silence; returns how to stop. */
  readonly subscribe: (listener: () => void) => () => void
  /** Calls back with the events of each commit and the state before them. */
  readonly onEvents: (listener: (events: readonly RecordedEvent[], before: State) => void) => () => void
  /** The log itself, for the screens that show it; null in a replay, whose log is not this browser's. */
  readonly log: OwnLogSource | null
  /** The fleet as a replayed log reports it. */
  readonly fleet?: FleetLog
  /** Sends a command, whose effect shows in the state. Calls `refused` with a refusal, else `done` at the end. */
  readonly send: (request: AppRequest, refused?: (reason: Refused) => void, done?: (answer: Answer) => void) => void
  /** The code of an invitation this account sent, shown to its owner alone; null when it was lost or erased. */
  readonly invitationCode: (action: string, report: (code: string | null) => void) => void
  /** Null in a replay, which cannot pair. */
  readonly pairing: Pairing | null
  /** Shows the screen of this tab's device whenever the device is connected, until the caller stops it. */
  readonly view: (place: ViewerMount) => ViewerHandle
}
