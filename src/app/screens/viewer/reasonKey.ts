import type { ParseKeys } from "i18next"
import type { ReachFailure } from "../../../domain/features/reach/feature.ts"

const keys = {
  away: "devices.viewer.reason.away",
  wait: "common.error.wait",
  noCloud: "devices.viewer.far.noCloud",
  unknown_device: "devices.viewer.reason.unknown",
  unreachable: "devices.viewer.reason.silent",
  timed_out: "devices.viewer.reason.silent",
  vanished: "devices.viewer.reason.vanished",
  closed: "devices.viewer.reason.vanished",
  busy: "devices.viewer.reason.busy",
  wrong_passcode: "devices.viewer.reason.passcode",
  key_changed: "devices.viewer.reason.key",
  superseded: "devices.viewer.reason.superseded",
} as const satisfies Partial<Record<ReachFailure, ParseKeys>>

const isNamed = (reason: ReachFailure): reason is keyof typeof keys => Object.hasOwn(keys, reason)

/** Why a device is not reached, in words. */
export const reasonKey = (reason: ReachFailure) => (isNamed(reason) ? keys[reason] : "devices.viewer.reason.refused")
