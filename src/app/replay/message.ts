import type { FleetLog } from "../../domain/views/fleetLog.ts"
import type { Deployment } from "../client/deployment.ts"

/** The address of the page inside the frame. Opened directly, it shows no page of the app. */
export const REPLAY_PATH = "/replay"

/**
 * True when this page is the frame of a replay: it shows what it receives, and reads and writes nothing of this
 * browser.
 */
export const isReplayFrame = (): boolean => window.parent !== window && location.pathname === REPLAY_PATH

/** A moment, as the surrounding page sends it. */
export interface ShowMoment {
  readonly type: "sightline.show"
  /** The packed state: the two pages share no classes. */
  readonly state: { readonly json: string; readonly sum: string }
  /** ms */
  readonly at: number
  /** The fleet as the log reports it up to this moment. */
  readonly fleet: FleetLog
  /** From the surrounding page: a log does not say where the app is deployed. */
  readonly deployment: Deployment
}

/** The frame sends this when it can receive. */
export const READY = "sightline.ready"

export const isShowMoment = (data: unknown): data is ShowMoment =>
  typeof data === "object" && data !== null && Reflect.get(data, "type") === "sightline.show"
