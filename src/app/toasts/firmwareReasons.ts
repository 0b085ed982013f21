import type { ParseKeys } from "i18next"
import type { FirmwareHindrance } from "../../domain/views/firmware.ts"

/** Why no update of firmware can begin; a place that has more to say of one has its own words for that. */
export const firmwareReasons = {
  campaignRunning: "dialog.updates.running",
  latestUnknown: "dialog.firmware.hindrance.latestUnknown",
  noBridge: "dialog.firmware.hindrance.noBridge",
  notOnNetwork: "dialog.firmware.hindrance.notOnNetwork",
  upToDate: "common.error.firmwareUpToDate",
  updating: "dialog.firmware.hindrance.updating",
  usbOnly: "dialog.firmware.hindrance.usbOnly",
} as const satisfies Readonly<Record<FirmwareHindrance | "campaignRunning", ParseKeys>>

/** The same, where it matters whether the update server could be asked for the latest version at all (MSG-3). */
export const firmwareReason = (hindrance: keyof typeof firmwareReasons, isUnread: boolean) =>
  hindrance === "latestUnknown" && isUnread ? "common.error.firmwareConnect" : firmwareReasons[hindrance]
