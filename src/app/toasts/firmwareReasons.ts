import type { ParseKeys, TFunction } from "i18next"
import type { LatestUnread } from "../../domain/features/firmware/events.ts"
import type { FirmwareHindrance } from "../../domain/views/firmware.ts"

/** Why no update of firmware can begin; a place that has more to say of one has its own words for that. */
export const firmwareReasons = {
  campaignRunning: "dialog.updates.running",
  latestUnknown: "dialog.firmware.hindrance.latestUnknown",
  noBridge: "dialog.firmware.hindrance.noBridge",
  noFirmware: "dialog.firmware.hindrance.noFirmware",
  notOnNetwork: "dialog.firmware.hindrance.notOnNetwork",
  upToDate: "common.error.firmwareUpToDate",
  updating: "dialog.firmware.hindrance.updating",
  usbOnly: "dialog.firmware.hindrance.usbOnly",
} as const satisfies Readonly<Record<FirmwareHindrance | "campaignRunning", ParseKeys>>

/** Why the latest version could not be had: a server that answers was reached (MSG-3). */
export const latestUnreadText = (t: TFunction, { reason, httpStatus }: LatestUnread): string => {
  if (reason !== undefined)
    return t(reason === "wait" ? "dialog.firmware.reason.wait" : "common.error.firmwareUnreadable")
  return httpStatus === undefined
    ? t("common.error.firmwareConnect")
    : t("common.error.firmwareStatus", { status: httpStatus })
}

/** The same as above, where it matters why the update server did not say the latest version. */
export const firmwareReason = (
  t: TFunction,
  hindrance: keyof typeof firmwareReasons,
  unread: LatestUnread | null,
): string =>
  hindrance === "latestUnknown" && unread !== null ? latestUnreadText(t, unread) : t(firmwareReasons[hindrance])
