import type { ParseKeys } from "i18next"
import type { RunningStage } from "../../domain/features/firmware/events.ts"
import type { FlowName, StageOf } from "../../domain/features/flows/machines.ts"
import type { LanWakeStage } from "../../domain/features/lan/events.ts"
import type { Event } from "../../domain/product/events.ts"

/** Texts of the app for reasons and stages that the log keeps as the code has them. One without a text does not compile. */

type Reasoned = Extract<Event, { readonly payload: { readonly reason: string } }>
/** An action is told by its sentence, and what is about firmware or a device that is not reached has words of its own. */
type Told = Exclude<Reasoned["type"], `Action${string}` | `Firmware${string}` | "DeviceUnreached">
type ReasonOf<Type extends Told> = Extract<Reasoned, { readonly type: Type }>["payload"]["reason"]

const unread = {
  connect: "layout.outbox.reason.noReply",
  tooOften: "layout.outbox.reason.tooOften",
  unknown: "dialog.firmware.reason.unknown",
  unreadable: "common.error.unreadable",
  wait: "common.error.wait",
} as const

/** Null where the name of the event says enough. */
export const reasonTexts = {
  DevicesReadFailed: unread,
  SharingReadFailed: unread,
  SignInFailed: {
    tooOften: "common.error.tooOftenLogin",
    notActivated: "common.error.notActivated",
    invalidCredentials: "common.error.invalidCredentials",
    signInFailed: "common.error.signInFailed",
  },
  SignedOut: {
    person: null,
    refused: "layout.outbox.reason.session",
    serverChanged: "pages.log.ended.serverChanged",
    replaced: "pages.log.ended.replaced",
    accountDeleted: "pages.log.event.AccountDeleted",
    lost: "pages.log.ended.lost",
  },
  StorageRecovered: { quota: null, failed: null },
  BatchDeviceLeft: {
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
  },
} as const satisfies { readonly [Type in Told]: Readonly<Record<ReasonOf<Type>, ParseKeys | null>> }

export const flowTexts = {
  signIn: "auth.signIn.title",
  signUp: "auth.signUp.title",
  resetPassword: "auth.reset.title",
  changeEmail: "dialog.changeEmail.title",
  deleteAccount: "pages.settings.deleteAccount",
  acceptInvitation: "dialog.acceptInvitation.title",
} as const satisfies Readonly<Record<FlowName, ParseKeys>>

type FlowStage = { readonly [Name in FlowName]: StageOf<Name> }[FlowName]

/** A person sees the same of several of them: there is something to enter, a request is under way, a code is there. */
export const flowStageTexts = {
  form: "pages.log.stage.entry",
  email: "pages.log.stage.entry",
  enter: "pages.log.stage.entry",
  confirm: "pages.log.stage.entry",
  asking: "layout.outbox.state.sending",
  submitting: "layout.outbox.state.sending",
  sending: "layout.outbox.state.sending",
  requesting: "layout.outbox.state.sending",
  confirming: "layout.outbox.state.sending",
  processing: "layout.outbox.state.sending",
  resending: "pages.log.stage.resending",
  code: "auth.reset.codeSent",
  sent: "auth.reset.codeSent",
  verify: "auth.reset.codeSent",
  done: "devices.steps.done",
} as const satisfies Readonly<Record<FlowStage, ParseKeys>>

export const updateStageTexts = {
  checking: "dialog.firmware.stage.checking",
  downloading: "dialog.firmware.stage.downloading",
  uploading: "dialog.firmware.stage.uploading",
  updating: "dialog.firmware.stage.updating",
  completed: "devices.steps.done",
} as const satisfies Readonly<Record<RunningStage | "completed", ParseKeys>>

export const wakeStageTexts = {
  asked: "pages.log.event.ActionQueued",
  sent: "devices.course.sent",
  awake: "devices.course.awake",
  notConfirmed: "layout.outbox.state.unconfirmed",
  failed: "devices.lan.wake.failed",
} as const satisfies Readonly<Record<LanWakeStage, ParseKeys>>
