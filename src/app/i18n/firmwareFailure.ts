import type { TFunction } from "i18next"
import type { FirmwareFailure } from "../../domain/features/firmware/events.ts"

interface Failed {
  readonly failure: FirmwareFailure | null
  readonly httpStatus?: number | null | undefined
}

/**
 * The reason why an update or a download ended. An update server that replies with an HTTP error was reached (MSG-3).
 */
export const firmwareFailure = (t: TFunction, failed: Failed): string => {
  if (typeof failed.httpStatus === "number") return t("dialog.firmware.httpStatus", { status: failed.httpStatus })
  const failure = failed.failure ?? "unknown"
  return t(`dialog.firmware.reason.${failure}`)
}
