import type { Parsed } from "../../values/parsed.ts"
import { valid } from "../../values/parsed.ts"
import type { FirmwareProgressState as NativeState } from "../../wire/bridge.ts"
import type { FirmwareEvent, FirmwareFailure, LatestUnread } from "./events.ts"

/** The data of a LAN device for an update. */
export interface FirmwareTarget {
  readonly device: string
  readonly did: string
  readonly name: string
  /** 0 when unknown. */
  readonly build: number
  /** The reason why it is never updated. `usbOnly`: it is on a cable only, without an address. */
  readonly never: "noFirmware" | "usbOnly" | null
}

/** The reason why a device is offered no update (FW-2). */
export type Ineligible = "latestUnknown" | "notOnNetwork" | "noFirmware" | "usbOnly" | "upToDate" | "updating"
export type FirmwareRejection = Ineligible | "campaignRunning" | "noDevices"

/** Finds a device that is on the network now, by its id there or by its `did`. */
export type TargetOf = (device: string) => FirmwareTarget | undefined

export type FirmwareCommand =
  | { readonly type: "LearnLatestFirmware"; readonly build: number; readonly hash: string | null }
  | ({ readonly type: "RecordLatestUnread" } & LatestUnread)
  /** A person wants the latest image on this computer. */
  | { readonly type: "KeepFirmware" }
  /** An update needs this image here. */
  | { readonly type: "WantImage"; readonly build: number; readonly hash: string }
  | { readonly type: "RemoveFirmware" }
  | { readonly type: "StopFirmwareDownload" }
  | { readonly type: "RecordImageMove"; readonly hash: string; readonly percent: number; readonly size: number }
  | { readonly type: "RecordImageKept"; readonly build: number; readonly hash: string; readonly size: number }
  | {
      readonly type: "RecordImageFailure"
      readonly hash: string
      readonly reason: FirmwareFailure
      readonly httpStatus?: number
    }
  /** The rows of the image are missing or damaged. */
  | { readonly type: "RecordImageGone"; readonly hash: string }
  | { readonly type: "StartFirmwareUpdate"; readonly device: string }
  | { readonly type: "DismissFirmwareUpdate"; readonly device: string }
  /** The work of this side before the native side has the image. */
  | {
      readonly type: "MoveFirmwareUpdate"
      readonly update: string
      readonly stage: "checking" | "downloading"
      readonly percent: number
    }
  | {
      readonly type: "FailFirmwareUpdate"
      readonly update: string
      readonly reason: FirmwareFailure
      readonly httpStatus?: number
    }
  | {
      readonly type: "RecordNativeProgress"
      readonly device: string
      readonly state: NativeState
      readonly percent: number
      readonly error?: string
      readonly httpStatus?: number
    }
  | { readonly type: "RecordRunningBuild"; readonly device: string; readonly build: number }
  | CampaignCommand

/** Commands about the update of several devices. */
export type CampaignCommand =
  | {
      readonly type: "StartCampaign"
      readonly devices: readonly string[]
      readonly limit: number
      readonly atOnce: number
    }
  | { readonly type: "RuleCampaign"; readonly limit: number; readonly atOnce: number }
  | { readonly type: "PauseCampaign" }
  /**
   * Continues, even after failures or a person have ended it. Then the same number of further failures ends it again.
   */
  | { readonly type: "ResumeCampaign" }
  | { readonly type: "StopCampaign" }
  | { readonly type: "DismissCampaign" }
  | { readonly type: "SkipInCampaign"; readonly device: string }
  /** The person gives no passcode for this update, so the other devices of its campaign go first. */
  | { readonly type: "PostponeInCampaign"; readonly update: string }
  /** Starts the next device of the campaign, if one is due. */
  | { readonly type: "AdvanceCampaign" }

export type FirmwareDecision = Parsed<readonly FirmwareEvent[], FirmwareRejection>

export const NOTHING: FirmwareDecision = valid([])
