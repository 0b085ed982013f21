import type { ParseKeys } from "i18next"
import type { Refused } from "../client/handle.ts"
import { queueLack } from "../client/lack.ts"
import { firmwareReasons } from "./firmwareReasons.ts"

/** The texts of requests that were refused before anything was sent. A reason without a text here reads as unknown. */
const keys = {
  ...firmwareReasons,
  nameEmpty: "common.invalid.nameEmpty",
  nameTooLong: "common.invalid.nameTooLong",
  tagEmpty: "common.invalid.tagEmpty",
  tagTooLong: "common.invalid.tagTooLong",
  invalidTag: "common.invalid.invalidTag",
  tooManyTags: "common.invalid.tooManyTags",
  invalidMac: "common.invalid.invalidMac",
  invalidEmail: "common.invalid.invalidEmail",
  ownEmail: "common.invalid.ownEmail",
  noBoundMac: "dialog.wake.noBound",
  signedOut: "common.error.sessionInvalid",
  foreignAccount: "common.error.sessionInvalid",
  storage: "common.error.storageFailed",
  unanswered: "common.error.storageUnanswered",
  outdated: "layout.banner.newerLogBody",
  readOnly: "common.error.readOnly",
  outboxFull: "common.error.outboxFull",
  tooManyBatches: "common.error.tooManyBatches",
  notAllowed: "common.error.notAllowed",
  firmwareTooOld: "common.error.firmwareTooOld",
  firmwareUnknown: "common.error.firmwareUnknown",
  modeUnreached: "devices.viewer.reason.silent",
  modeBusy: "devices.viewer.reason.busy",
  bridgeAway: "common.error.bridgeAway",
  bridgeUnable: "common.error.bridgeUnable",
  modeGivenUp: "common.error.modeGivenUp",
  modeTimedOut: "common.error.modeTimedOut",
  modeKeyChanged: "common.error.modeKeyChanged",
  modeRefused: "common.error.modeRefused",
  invalidAddress: "common.invalid.invalidAddress",
  targetTooWide: "common.invalid.targetTooWide",
  noTargets: "common.invalid.noTargets",
  tooManySubnets: "common.invalid.tooManySubnets",
  duplicateSubnet: "common.invalid.subnetExists",
  unknownDevice: "common.error.gone",
  unknownAccount: "common.error.gone",
  noDevices: "dialog.updates.none",
  wrongImage: "dialog.firmware.image.wrong",
  imageNotKept: "dialog.firmware.image.notKept",
} as const satisfies Partial<Record<Refused, ParseKeys>>

const isNamed = (reason: Refused): reason is Refused & keyof typeof keys => Object.hasOwn(keys, reason)

/** The text of a refused request. */
export const refusedKey = (reason: Refused) => {
  if (reason === "insecure") return `layout.banner.${queueLack()}Body` as const
  return isNamed(reason) ? keys[reason] : "common.error.unknown"
}
