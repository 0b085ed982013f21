import type { ParseKeys, TFunction } from "i18next"
import type { LatestUnread } from "../../domain/features/firmware/events.ts"
import type { FirmwareHindrance } from "../../domain/views/firmware.ts"

/** The reasons why no firmware update can begin. A page that can explain a reason further has its own words for it. */
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

/** The reason why the latest version is unknown. A server that replied was reached (MSG-3). */
export const latestUnreadText = (t: TFunction, { reason, httpStatus }: LatestUnread): string => {
  if (reason !== undefined)
    return t(reason === "wait" ? "dialog.firmware.reason.wait" : "common.error.firmwareUnreadable")
  return httpStatus === undefined
    ? t("common.error.firmwareConnect")
    : t("common.error.firmwareStatus", { status: httpStatus })
}

/** The text of a hindrance, with the reason why the update server did not report the latest version. */
export const firmwareReason = (
  t: TFunction,
  hindrance: keyof typeof firmwareReasons,
  unread: LatestUnread | null,
): string =>
  hindrance === "latestUnknown" && unread !== null ? latestUnreadText(t, unread) : t(firmwareReasons[hindrance])
