import type { ParseKeys } from "i18next"
import type { ApplicationEvent } from "../../../domain/features/application/feature.ts"
import type { ConnectionEvent } from "../../../domain/features/connection/feature.ts"
import type { DamageEvent, DiagnosticEvent } from "../../../domain/features/diagnostics/feature.ts"
import type { FlowEvent } from "../../../domain/features/flows/feature.ts"
import type { FlowName, StageOf } from "../../../domain/features/flows/machines.ts"
import type { NavigationEvent } from "../../../domain/features/navigation/feature.ts"
import type { RefreshEvent } from "../../../domain/features/refresh/feature.ts"
import type { SessionEvent } from "../../../domain/features/session/events.ts"
import type { SettingsEvent } from "../../../domain/features/settings/feature.ts"
import type { OutboxEvent } from "../../../domain/outbox/events.ts"
import { recordedTitles } from "../../../domain/values/dialogs.ts"
import { failureKey } from "../../flows/failureKey.ts"
import { languageName } from "../../i18n/languages.ts"
import { messageText } from "../messageText.ts"
import { keyIn, settingTitles, valueText } from "./names.ts"
import { about, nothingMore, type Payloads, type Say, type WordsOf } from "./say.ts"

/** The words of events about a person, their session, their actions and their way through the app. */

type Keys<Code extends string> = Readonly<Record<Code, ParseKeys | null>>
type ReasonOf<Type extends "SignInFailed" | "SignedOut"> = Payloads[Type]["reason"]

export const signInTexts = {
  tooOften: "common.error.tooOftenLogin",
  notActivated: "common.error.notActivated",
  invalidCredentials: "common.error.invalidCredentials",
  signInFailed: "common.error.signInFailed",
} as const satisfies Keys<ReasonOf<"SignInFailed">>

/** Null where the name of the event says enough. */
export const signedOutTexts = {
  person: null,
  refused: "layout.outbox.reason.session",
  serverChanged: "pages.log.ended.serverChanged",
  replaced: "pages.log.ended.replaced",
  accountDeleted: "pages.log.event.AccountDeleted",
  lost: "pages.log.ended.lost",
} as const satisfies Keys<ReasonOf<"SignedOut">>

const email = (payload: { readonly email: string }): string => payload.email
const version = (payload: { readonly version: string }): string => payload.version

export const sessionWords: WordsOf<SessionEvent["type"] | ApplicationEvent["type"] | ConnectionEvent["type"]> = {
  SignInStarted: nothingMore,
  SignInFailed: ({ reason }, { t }) => t(signInTexts[reason]),
  SignedIn: email,
  ProfileRead: nothingMore,
  SignedOut: ({ reason }, { t }) => {
    const text = signedOutTexts[reason]
    return text === null ? null : t(text)
  },
  DeletionSent: nothingMore,
  DeletionRefused: nothingMore,
  AccountDeleted: nothingMore,
  AccountRemembered: email,
  GuestEntered: nothingMore,
  AppStarted: version,
  AppVersionTold: version,
  VersionNoticeDismissed: version,
  ConnectionChanged: ({ status }, { t }) => t(`layout.connection.${status}`),
}

const ofAction = (_payload: unknown, { action }: Say): string | null => action()

export const outboxWords: WordsOf<OutboxEvent["type"] | RefreshEvent["type"]> = {
  RefreshRequested: nothingMore,
  LeadershipTaken: nothingMore,
  ActionQueued: ofAction,
  ActionSuperseded: ofAction,
  ActionClaimed: ofAction,
  ActionDelayed: ofAction,
  ActionConfirmed: ofAction,
  ActionRefused: ofAction,
  ActionUnconfirmed: ofAction,
  ActionExpired: ofAction,
  ActionCancelled: ofAction,
  ActionHurried: ofAction,
  ActionReopened: ofAction,
  ActionContested: ({ theirs }, { action }) => action(theirs ?? undefined),
  TargetSettled: nothingMore,
  WaitAsked: nothingMore,
  ActionDismissed: ofAction,
}

/** The name of a dialog of another release is shown as it is stored. */
const dialogTitle = ({ dialog }: { readonly dialog: string }, { t }: Say): string => {
  const known = keyIn(recordedTitles, dialog)
  return known === undefined ? dialog : t(recordedTitles[known])
}

const flowTexts = {
  signIn: "auth.signIn.title",
  signUp: "auth.signUp.title",
  resetPassword: "auth.reset.title",
  changeEmail: "dialog.changeEmail.title",
  deleteAccount: "pages.settings.deleteAccount",
  acceptInvitation: "dialog.acceptInvitation.title",
} as const satisfies Keys<FlowName>

type FlowStage = { readonly [Name in FlowName]: StageOf<Name> }[FlowName]

/**
 * Several stages look the same to a person: there is something to enter, a request is under way, or a code has arrived.
 */
const flowStages = {
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
} as const satisfies Keys<FlowStage>

type WayType = NavigationEvent["type"] | SettingsEvent["type"] | FlowEvent["type"]
export const wayWords: WordsOf<WayType | DiagnosticEvent["type"] | DamageEvent["type"]> = {
  RouteOpened: ({ path }) => path,
  DialogOpened: dialogTitle,
  DialogClosed: dialogTitle,
  ToastShown: ({ message, params }) => messageText(message, params),
  PreferenceObserved: ({ key, value }, say) => {
    const text = valueText(key, value)
    const known = key === "language" ? languageName(value) : text && say.t(text)
    return about(say, say.t(settingTitles[key]), known ?? value ?? "–")
  },
  FlowMoved: ({ flow, stage, failure }, say) => {
    const step = about(say, say.t(flowTexts[flow]), say.t(flowStages[stage]))
    return failure === null ? step : about(say, step, say.t(failureKey(flow, failure)))
  },
  InputRejected: ({ subject, problem }, say) => about(say, subject, problem),
  EventSetAside: nothingMore,
  DamageFound: nothingMore,
  DamageDismissed: nothingMore,
  LogLost: nothingMore,
  StorageRecovered: nothingMore,
}
