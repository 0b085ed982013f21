import type { ParseKeys } from "i18next"
import type { ReadFailure } from "../../../domain/event/listRead.ts"
import type { BatchEvent, LeftReason } from "../../../domain/features/batches/events.ts"
import type { BridgeEvent } from "../../../domain/features/bridge/feature.ts"
import type { DeviceSessionEvent } from "../../../domain/features/deviceSession/events.ts"
import type { DeviceEvent } from "../../../domain/features/devices/events.ts"
import type { FirmwareEvent, RunningStage } from "../../../domain/features/firmware/events.ts"
import type { LanEvent, LanWakeStage, ScanOutcome } from "../../../domain/features/lan/events.ts"
import type { SharingEvent } from "../../../domain/features/sharing/events.ts"
import type { TagEvent } from "../../../domain/features/tags/feature.ts"
import { firmwareFailure } from "../../i18n/firmwareFailure.ts"
import { isolated } from "../../i18n/i18n.ts"
import { latestUnreadText } from "../../toasts/firmwareReasons.ts"
import { about, listed, nothingMore, type Say, type WordsOf } from "./say.ts"

/** The words of events about devices, lists, the native side and firmware. */

type Keys<Code extends string> = Readonly<Record<Code, ParseKeys>>

export const unreadTexts = {
  connect: "layout.outbox.reason.noReply",
  tooOften: "layout.outbox.reason.tooOften",
  unknown: "dialog.firmware.reason.unknown",
  unreadable: "common.error.unreadable",
  wait: "common.error.wait",
} as const satisfies Keys<ReadFailure>

const unread = ({ reason }: { readonly reason: ReadFailure }, { t }: Say): string => t(unreadTexts[reason])

export const listWords: WordsOf<DeviceEvent["type"] | SharingEvent["type"] | TagEvent["type"]> = {
  DevicesRead: ({ added, changed, removed }, say) => {
    const names = new Map<string, string | undefined>([
      ...added.map(({ id, name }) => [id, name] as const),
      ...changed.map(({ id, fields }) => [id, fields.name] as const),
    ])
    return listed(
      say,
      [...names.keys(), ...removed].map((id) => names.get(id) ?? say.device(id)),
    )
  },
  DevicesReadFailed: unread,
  SubAccountsRead: nothingMore,
  MainAccountsRead: nothingMore,
  SharingReadFailed: unread,
  InvitationAccepted: nothingMore,
  AwaitingDismissed: nothingMore,
  DevicesTagged: nothingMore,
  DevicesUntagged: nothingMore,
}

export const leftTexts = {
  assigned: "dialog.batch.alreadyAssigned",
  signedOut: "common.error.sessionInvalid",
  unknownDevice: "common.error.gone",
  unknownAccount: "common.error.gone",
  nameEmpty: "common.invalid.nameEmpty",
  nameTooLong: "common.invalid.nameTooLong",
  invalidMac: "common.invalid.invalidMac",
  noBoundMac: "dialog.batch.noBound",
  invalidEmail: "common.invalid.invalidEmail",
  ownEmail: "common.invalid.ownEmail",
  notAllowed: "common.error.notAllowed",
  firmwareTooOld: "common.error.firmwareTooOld",
  firmwareUnknown: "common.error.firmwareUnknown",
  noFirmware: "dialog.firmware.hindrance.noFirmware",
} as const satisfies Keys<LeftReason>

export const batchWords: WordsOf<BatchEvent["type"]> = {
  BatchStarted: nothingMore,
  BatchMoved: nothingMore,
  BatchDeviceLeft: ({ reason }, { t }) => t(leftTexts[reason]),
}

const scanEnds = {
  done: "pages.network.scan.partDone",
  cancelled: "pages.network.scan.cancelled",
  lost: "devices.viewer.reason.away",
} as const satisfies Keys<ScanOutcome>

export const wakeStages = {
  asked: "pages.log.event.ActionQueued",
  sent: "devices.course.sent",
  awake: "devices.course.awake",
  notConfirmed: "layout.outbox.state.unconfirmed",
  failed: "devices.lan.wake.failed",
} as const satisfies Keys<LanWakeStage>

interface OfDevice {
  readonly id: string
}
const who = ({ id }: OfDevice, { nearby }: Say): string => isolated(nearby(id))
const whoAnd = (payload: OfDevice, say: Say, how: string): string => about(say, who(payload, say), how)

export const nearWords: WordsOf<LanEvent["type"] | BridgeEvent["type"]> = {
  LanDevicesTold: ({ added, changed, gone }, say) =>
    listed(say, [...[...added, ...changed].map(({ id }) => id), ...gone].map(say.nearby)),
  ScanStarted: ({ targets }, say) => listed(say, targets),
  ScanEnded: ({ outcome }, { t }) => t(scanEnds[outcome]),
  LanWakeTold: (payload, say) => whoAnd(payload, say, say.t(wakeStages[payload.stage])),
  BridgeLinkChanged: ({ link }, { t }) => t(`layout.bridge.${link.state}`),
  LinuxTipsTold: nothingMore,
  LinuxTipsDismissed: nothingMore,
}

const control = (payload: OfDevice & { readonly viewOnly: boolean }, say: Say): string =>
  whoAnd(payload, say, say.t(`pages.log.screen.${payload.viewOnly ? "viewOnly" : "control"}`))

export const deviceSessionWords: WordsOf<DeviceSessionEvent["type"]> = {
  DeviceOpened: who,
  DeviceAsked: who,
  DeviceReached: who,
  DeviceHandedOver: who,
  DeviceUnreached: who,
  DeviceClosed: who,
  DeviceModeTold: who,
  PasscodeWanted: who,
  PasscodeSettled: who,
  DeviceKeyChanged: who,
  DeviceKeyJudged: who,
  DeviceKeyUnkept: who,
  ScreenOpened: control,
  ScreenControlChanged: control,
  ScreenClosed: (payload, say) => {
    const { why, ms } = payload
    const { t, format } = say
    const text = t(why === "left" || why === "lost" ? `pages.log.screen.${why}` : `devices.viewer.ended.${why}`)
    return whoAnd(
      payload,
      say,
      ms === 0 ? text : t("pages.log.screen.closed", { why: text, span: format.duration(ms) }),
    )
  },
  MacroPlayed: (payload, say) => whoAnd(payload, say, isolated(payload.macro)),
  TextTyped: (payload, say) => whoAnd(payload, say, say.t("pages.log.screen.characters", { n: payload.length })),
}

export const updateStages = {
  checking: "dialog.firmware.stage.checking",
  downloading: "dialog.firmware.stage.downloading",
  uploading: "dialog.firmware.stage.uploading",
  updating: "dialog.firmware.stage.updating",
  completed: "devices.steps.done",
} as const satisfies Keys<RunningStage | "completed">

/** The name of each event with a build says already that it is about firmware. */
const buildOf = ({ build }: { readonly build: number }): string => String(build)

export const firmwareWords: WordsOf<FirmwareEvent["type"]> = {
  LatestFirmwareTold: buildOf,
  LatestFirmwareUnread: (payload, { t }) => latestUnreadText(t, payload),
  FirmwareImageWanted: buildOf,
  FirmwareImageMoved: ({ percent }, { format }) => format.percent(percent),
  FirmwareImageKept: buildOf,
  FirmwareImageFailed: ({ reason, httpStatus }, { t }) => firmwareFailure(t, { failure: reason, httpStatus }),
  FirmwareImageDropped: nothingMore,
  FirmwareUpdateStarted: (payload, say) => whoAnd(payload, say, buildOf(payload)),
  FirmwareUpdateMoved: (payload, say) => {
    const stage = say.t(updateStages[payload.stage])
    // At a full share the stage alone says all.
    const how = payload.percent < 100 ? [stage, say.format.percent(payload.percent)] : [stage]
    return whoAnd(payload, say, how.join(say.t("pages.account.subs.comma")))
  },
  FirmwareUpdateFailed: (payload, say) =>
    whoAnd(payload, say, firmwareFailure(say.t, { failure: payload.reason, httpStatus: payload.httpStatus })),
  FirmwareBuildRead: (payload, say) => whoAnd(payload, say, buildOf(payload)),
  FirmwareUpdateDismissed: who,
  FirmwareCampaignStarted: buildOf,
  FirmwareCampaignRuled: nothingMore,
  FirmwareCampaignPaused: nothingMore,
  FirmwareCampaignResumed: nothingMore,
  FirmwareDeviceSkipped: who,
  FirmwareDevicePostponed: who,
  FirmwareCampaignEnded: nothingMore,
  FirmwareCampaignDismissed: nothingMore,
}
