import { Effect } from "effect"
import type { PersonCommand } from "../actions/table.ts"
import type { FirmwareRequest } from "../features/firmware/commands.ts"
import type { FlowName } from "../features/flows/machines.ts"
import type { PreferenceKey } from "../features/settings/feature.ts"
import type { TagsCommand } from "../features/tags/feature.ts"
import type { PlacesCommand } from "../features/trail/feature.ts"
import type { OutboxCommand } from "../outbox/decide.ts"
import { isUnsent } from "../outbox/state.ts"
import { Bridge, type BridgeError } from "../ports/bridge.ts"
import type { Command, Rejection } from "../product/decide.ts"
import { model } from "../product/decider.ts"
import type { RecordedEvent } from "../product/events.ts"
import type { AccountKey } from "../values/identity.ts"
import type { SubnetRejection } from "../values/subnets.ts"
import type { BridgeMessage, Mode } from "../wire/bridge.ts"
import { startFlow } from "./accounts/flows/memory.ts"
import type { FlowRequest, FlowServices } from "./accounts/flows/steps.ts"
import { enterAsGuest, signOut } from "./accounts/sessions.ts"
import { askViewing, type DeviceTarget, type ModeRefused, switchMode, type Viewing } from "./bridge/desk.ts"
import type { Scanning } from "./lan/scanDesk.ts"
import type { ScanRefused } from "./lan/scanning.ts"
import type { CommandError } from "./log/commandError.ts"
import { Engine } from "./log/engine.ts"
import { resetSettings, setPreference } from "./preferences.ts"
import { isRejection } from "./rejections.ts"
import { Refresher } from "./sync/refresher.ts"
import { report } from "./sync/reporting.ts"

/** What a screen may ask of the client, and what is done then. App and simulator ask alike. */

/** What a person may ask of the outbox; claims and outcomes are the runner's. */
type OutboxRequest = Extract<
  OutboxCommand,
  {
    type: "CancelAction" | "HurryAction" | "DismissAction" | "DismissSettled" | "ConfirmAction" | "SendActionAgain"
  }
>

/**
 * The account in sight of which it was asked: what was shown as one account's is not done as another's, even if that one
 * has signed in meanwhile (OFFLINE-10). Unset, it is the account that this tab shows when it is asked.
 */
interface Shown {
  readonly inSightOf?: AccountKey | null
}

/** Requests that are one command for the log. */
export type CommandRequest = Shown &
  (
    | PersonCommand
    | OutboxRequest
    | PlacesCommand
    | TagsCommand
    | FirmwareRequest
    | Extract<Command, { type: "DismissVersionNotice" | "DismissAwaiting" | "DismissDamage" | "DismissLinuxTips" }>
  )

/** Everything a screen may ask for. */
export type Request = CommandRequest | (Shown & OtherRequest)

type OtherRequest =
  | LaterRequest
  | { readonly type: "SignOut"; readonly unsent: "keep" | "discard" }
  | { readonly type: "EnterAsGuest" }
  /** Reads the lists again; while the server is away, asks it at once. */
  | { readonly type: "Refresh" }
  | { readonly type: "SetPreference"; readonly key: PreferenceKey; readonly value: string | null }
  /** Reads sub-accounts or main accounts again. */
  | { readonly type: "RefreshSharing"; readonly list: "subAccounts" | "mainAccounts"; readonly asked: boolean }
  | { readonly type: "StartFlow"; readonly flow: FlowName }
  /** Clears local storage but for the saved user; takes a second (SETTINGS-2). */
  | { readonly type: "ResetSettings" }
  /** Sends a message to the native side now or never; what comes of it is told by its messages. */
  | { readonly type: "TellBridge"; readonly message: BridgeMessage }
  /** Connects to a device to look at its screen, and leaves it again. */
  | ({ readonly type: "ConnectDevice" } & DeviceTarget)
  | { readonly type: "RetryDevice" }
  | { readonly type: "DisconnectDevice" }
  | { readonly type: "AnswerPasscode"; readonly passcode: string; readonly keep: boolean }
  | { readonly type: "GiveUpPasscode" }
  /** Done when the device reports that it is in this mode (MODE-1). */
  | { readonly type: "SwitchMode"; readonly id: string; readonly mode: Mode }
  /** Tries every waiting action of the account again at once. */
  | { readonly type: "HurryAll" }

/** What is answered by code that comes after the engine: nobody asks for it in the first moments. */
export type LaterRequest =
  | FlowRequest
  /** Searches these targets, or what is stored, for devices. */
  | { readonly type: "Scan"; readonly targets: readonly string[] }
  | { readonly type: "CancelScan" }
  | { readonly type: "AddSubnet" | "RemoveSubnet"; readonly text: string }
  /** Wakes over the native side; null for the computer that is bound to the device. */
  | { readonly type: "WakeOverLan"; readonly id: string; readonly mac: string | null }

/**
 * `insecure`: this page lacks what a queue that can be trusted needs (locks), so nothing is queued. `bridgeAway`: there is no
 * native side to do it now; `bridgeUnable`: the one there is cannot.
 */
export type Refused =
  | Rejection
  | ScanRefused
  | SubnetRejection
  | ModeRefused
  | "insecure"
  | "storage"
  | "outdated"
  | "defect"

/** What a request came to: the ids of the actions that it queued, in order. */
export interface Answer {
  readonly actions: readonly string[]
}

const nothingQueued: Answer = { actions: [] }

/** What answering needs of a tab. */
export type AnswerServices = FlowServices | Bridge | Scanning | Viewing

export type AnswersLater = (request: LaterRequest) => Effect.Effect<void, Refused, AnswerServices>

/**
 * Does what a screen asks. `secure`: this page has what a queue that can be trusted needs. `later`: fetches what answers
 * the later ones; another account may have signed in by then.
 */
export const answerWith = Effect.fnUntraced(function* (
  request: Request,
  secure: boolean,
  later: Effect.Effect<AnswersLater, Refused, AnswerServices>,
) {
  const engine = yield* Engine
  const account = () => engine.state().session.current?.account ?? null
  const inSightOf = request.inSightOf === undefined ? account() : request.inSightOf
  const answer = isLater(request) ? Effect.as((yield* later)(request), nothingQueued) : answerNow(request, secure)
  return yield* account() === inSightOf ? answer : Effect.fail<Refused>("foreignAccount")
})

/** The steps of flows, and what is about the network. */
const laterTypes: ReadonlySet<Request["type"]> = new Set<LaterRequest["type"]>([
  "SignIn",
  "SignUp",
  "ResendSignUp",
  "ConfirmSignUp",
  "RequestReset",
  "ResendReset",
  "SubmitReset",
  "RequestEmailChange",
  "ResendEmailChange",
  "ConfirmEmailChange",
  "RequestDeletion",
  "ResendDeletion",
  "ConfirmDeletion",
  "AcceptInvitation",
  "Scan",
  "CancelScan",
  "AddSubnet",
  "RemoveSubnet",
  "WakeOverLan",
])
const isLater = (request: Request): request is Shown & LaterRequest => laterTypes.has(request.type)

const answerNow = (
  request: Exclude<Request, LaterRequest>,
  secure: boolean,
): Effect.Effect<Answer, Refused, AnswerServices> => {
  switch (request.type) {
    case "SignOut":
      return queuesNothing(signOut(request.unsent))
    case "EnterAsGuest":
      return queuesNothing(enterAsGuest)
    case "Refresh":
      return queuesNothing(refresh)
    case "HurryAll":
      return queuesNothing(hurryAll)
    case "ConnectDevice": {
      const { id, did, name, isUsb, cloudType } = request
      return queuesNothing(askViewing({ type: "open", target: { id, did, name, isUsb, cloudType } }))
    }
    case "RetryDevice":
      return queuesNothing(askViewing({ type: "retry" }))
    case "DisconnectDevice":
      return queuesNothing(askViewing({ type: "close" }))
    case "AnswerPasscode":
      return queuesNothing(askViewing({ type: "answer", passcode: request.passcode, keep: request.keep }))
    case "GiveUpPasscode":
      return queuesNothing(askViewing({ type: "giveUp" }))
    case "SwitchMode":
      return queuesNothing(switchMode(request.id, request.mode))
    case "TellBridge":
      return queuesNothing(tellBridge(request.message))
    case "RefreshSharing":
      return queuesNothing(refreshSharing(request.list, request.asked))
    case "StartFlow":
      return queuesNothing(startFlow(request.flow))
    case "ResetSettings":
      // Local storage may be forbidden altogether: that must be told, not thrown away.
      return queuesNothing(Effect.catchCause(resetSettings, () => Effect.fail<Refused>("storage")))
    case "SetPreference":
      return queuesNothing(setPreference(request.key, request.value))
    default:
      return secure || isHarmless(request) ? command(request) : Effect.fail<Refused>("insecure")
  }
}

const queuesNothing = <E, R>(effect: Effect.Effect<unknown, E, R>): Effect.Effect<Answer, E, R> =>
  Effect.as(effect, nothingQueued)

/** What queues nothing is allowed everywhere. */
const harmless: ReadonlySet<CommandRequest["type"]> = new Set([
  "OpenRoute",
  "OpenDialog",
  "CloseDialog",
  "ShowToast",
  "DismissAwaiting",
  "DismissDamage",
  "DismissLinuxTips",
  "DismissVersionNotice",
  "TagDevices",
  "UntagDevices",
])
const isHarmless = ({ type }: CommandRequest): boolean => harmless.has(type)

const command = Effect.fnUntraced(function* ({ inSightOf, ...asked }: CommandRequest) {
  const engine = yield* Engine
  const events = yield* Effect.mapError(engine.dispatch(asked, { inSightOf }), refusedOf)
  return answerOf(events)
})

const tellBridge = Effect.fnUntraced(function* (message: BridgeMessage) {
  const bridge = yield* Bridge
  yield* Effect.mapError(bridge.send(message), unheard)
})

const unheard = ({ reason }: BridgeError): Refused => (reason === "away" ? "bridgeAway" : "bridgeUnable")

/** What the events of a command answer to the screen that asked for it. */
export const answerOf = (events: readonly RecordedEvent[]): Answer => ({
  actions: events.flatMap((event) => (event.type === "ActionQueued" ? [event.payload.action] : [])),
})

export const refusedOf = ({ reason, rejection }: CommandError): Refused =>
  reason === "rejected" ? rejectionOf(rejection) : reason

const rejectionOf = (text: string | null): Refused => (text !== null && isRejection(text) ? text : "defect")

/** The domain's own answer, without recording anything. */
export const checkCommand = (
  engine: Engine["Service"],
  request: CommandRequest,
  { secure, at }: { readonly secure: boolean; readonly at: number },
): Refused | null => {
  if (!secure && !isHarmless(request)) return "insecure"
  const { inSightOf, ...asked } = request
  const stamp = { id: "check", at, tab: "check", ...(inSightOf !== undefined && { inSightOf }) }
  const decision = model.decide(asked, engine.state(), stamp)
  return decision.ok ? null : decision.reason
}

/** A refresh that finds nobody to ask for ends too, so that nothing turns for ever. */
const refresh = Effect.gen(function* () {
  const { current } = (yield* Engine).state().session
  if (current === null) return
  const { account } = current
  yield* report({ type: "RequestRefresh", account, list: "devices" })
  const { read } = yield* Refresher
  const joined = yield* read("devices")
  // A read that had recorded its list before it was asked for answers nobody: then one more is made.
  const answered = (yield* Engine).state().devices.read.requested === false
  const result = answered || joined !== "read" ? joined : yield* read("devices")
  if (result === "skipped") yield* report({ type: "RecordReadFailure", account, list: "devices", reason: "unknown" })
})

const refreshSharing = Effect.fnUntraced(function* (list: "subAccounts" | "mainAccounts", asked: boolean) {
  const { current } = (yield* Engine).state().session
  if (current === null) return
  const { account } = current
  if (asked) yield* report({ type: "RequestRefresh", account, list })
  const result = yield* (yield* Refresher).read(list)
  if (result === "skipped") yield* report({ type: "RecordReadFailure", account, list, reason: "unknown" })
})

const hurryAll = Effect.gen(function* () {
  const { session, outbox } = (yield* Engine).state()
  const waiting = [...outbox.actions.values()].filter(
    (action) => action.account === session.current?.account && isUnsent(action) && action.status.state === "waiting",
  )
  yield* Effect.forEach(waiting, ({ id }) => report({ type: "HurryAction", action: id }), { discard: true })
  yield* refresh
})
