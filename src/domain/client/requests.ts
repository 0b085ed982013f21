import { Effect } from "effect"
import type { CommandError } from "../engine/commandError.ts"
import type { ListName } from "../event/listRead.ts"
import type { FlowName } from "../features/flows/machines.ts"
import type { PreferenceKey } from "../features/settings/feature.ts"
import type { Bridge } from "../ports/bridge.ts"
import type { BatchAsk } from "../product/batches.ts"
import { type AskedCommand, type Rejection, rulesOf } from "../product/decide.ts"
import type { RecordedEvent } from "../product/events.ts"
import { listRead } from "../product/lists.ts"
import type { AccountKey } from "../values/identity.ts"
import type { SubnetRejection } from "../values/subnets.ts"
import type { BridgeMessage, Mode } from "../wire/bridge.ts"
import { startFlow } from "./accounts/flows/memory.ts"
import type { FlowRequest, FlowServices } from "./accounts/flows/steps.ts"
import { enterAsGuest, signOut } from "./accounts/sessions.ts"
import type { DeviceTarget, ModeRefused, Viewing } from "./bridge/desk.ts"
import type { Scanning } from "./lan/scanDesk.ts"
import type { ScanRefused } from "./lan/scanning.ts"
import { Engine } from "./log/engine.ts"
import { setPreference } from "./preferences.ts"
import { Refresher } from "./sync/refresher.ts"
import { report } from "./sync/reporting.ts"

/** What a screen may ask of the client, and what is done then. App and simulator ask alike. */

/**
 * The account in sight of which it was asked: what was shown as one account's is not done as another's, even if that one
 * has signed in meanwhile (OFFLINE-10). Unset, it is the account that this tab shows when it is asked.
 */
interface Shown {
  readonly inSightOf?: AccountKey | null
}

/** Requests that are one command for the log. */
export type CommandRequest = Shown & AskedCommand

/** Everything a screen may ask of the client. */
export type Request = CommandRequest | (Shown & OtherRequest)

type OtherRequest =
  | LaterRequest
  | { readonly type: "SignOut"; readonly unsent: "keep" | "discard" }
  | { readonly type: "EnterAsGuest" }
  /** Reads a list again, and while the server is away asks it at once; `asked`: a person waits for it. */
  | { readonly type: "Refresh"; readonly list: ListName; readonly asked: boolean }
  | { readonly type: "SetPreference"; readonly key: PreferenceKey; readonly value: string | null }
  | { readonly type: "StartFlow"; readonly flow: FlowName }

/** What is answered by code that comes after the engine: nobody asks for it in the first moments. */
export type LaterRequest =
  | FlowRequest
  /** Searches these targets, or what is stored, for devices. */
  | { readonly type: "Scan"; readonly targets: readonly string[] }
  | { readonly type: "CancelScan" }
  | { readonly type: "AddSubnet" | "RemoveSubnet"; readonly text: string }
  /** Wakes over the native side; null for the computer that is bound to the device. */
  | { readonly type: "WakeOverLan"; readonly id: string; readonly mac: string | null }
  /** Clears local storage but for the saved user; takes a second (SETTINGS-2). */
  | { readonly type: "ResetSettings" }
  /** Done when the device reports that it is in this mode (MODE-1). */
  | { readonly type: "SwitchMode"; readonly id: string; readonly mode: Mode }
  /** Tries every waiting action of the account again at once. */
  | { readonly type: "HurryAll" }
  /** Sends a message to the native side now or never; what comes of it is told by its messages. */
  | { readonly type: "TellBridge"; readonly message: BridgeMessage }
  /** Connects to a device to look at its screen, and leaves it again. */
  | ({ readonly type: "ConnectDevice" } & DeviceTarget)
  | { readonly type: "RetryDevice" }
  | { readonly type: "DisconnectDevice" }
  | { readonly type: "AnswerPasscode"; readonly passcode: string; readonly keep: boolean }
  | { readonly type: "GiveUpPasscode" }
  /** Trusts the new key of the device that was asked about, or leaves that device. */
  | { readonly type: "DecideAboutKey"; readonly isTrusted: boolean }
  | BatchRequest

/** One thing asked of several devices (DEVICE-18). */
export interface BatchRequest extends BatchAsk {
  readonly type: "BeginBatch"
  readonly dids: readonly string[]
  readonly undo: boolean
}

/**
 * `insecure`: this page lacks what a queue that can be trusted needs (locks), so nothing is queued. `bridgeAway`: there is no
 * native side to do it now; `bridgeUnable`: the one there is cannot. `unanswered`: whether the log has kept it is not known.
 */
export type Refused =
  | Rejection
  | ScanRefused
  | SubnetRejection
  | ModeRefused
  | "insecure"
  | "storage"
  | "unanswered"
  | "outdated"
  | "defect"

/** What a request came to: the ids of the actions that it queued, in order. A batch that it began stands for its actions. */
export interface Answer {
  readonly actions: readonly string[]
}

export const nothingQueued: Answer = { actions: [] }

/** What answering needs of a tab. */
export type AnswerServices = FlowServices | Bridge | Scanning | Viewing

export type AnswersLater = (request: LaterRequest) => Effect.Effect<Answer, Refused, AnswerServices>

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
  if (request.type === "BeginBatch" && !secure) return yield* Effect.fail<Refused>("insecure")
  const answer = yield* prepared(request, secure, later)
  return yield* account() === inSightOf ? answer : Effect.fail<Refused>("foreignAccount")
})

const isCommand = (request: Request): request is CommandRequest => (rulesOf(request)?.asked ?? null) !== null

/** How a request is answered: its code may have to be fetched first. */
const prepared = (
  request: Request,
  secure: boolean,
  later: Effect.Effect<AnswersLater, Refused, AnswerServices>,
): Effect.Effect<Effect.Effect<Answer, Refused, AnswerServices>, Refused, AnswerServices> => {
  if (isCommand(request))
    return Effect.succeed(
      secure || rulesOf(request)?.asked === "anywhere" ? command(request) : Effect.fail<Refused>("insecure"),
    )
  switch (request.type) {
    case "SignOut":
      return Effect.succeed(queuesNothing(signOut(request.unsent)))
    case "EnterAsGuest":
      return Effect.succeed(queuesNothing(enterAsGuest))
    case "Refresh":
      return Effect.succeed(queuesNothing(refresh(request.list, request.asked)))
    case "StartFlow":
      return Effect.succeed(queuesNothing(startFlow(request.flow)))
    case "SetPreference":
      return Effect.succeed(queuesNothing(setPreference(request.key, request.value)))
    default:
      return Effect.map(later, (answers) => answers(request))
  }
}

const queuesNothing = <E, R>(effect: Effect.Effect<unknown, E, R>): Effect.Effect<Answer, E, R> =>
  Effect.as(effect, nothingQueued)

const command = Effect.fnUntraced(function* ({ inSightOf, ...asked }: CommandRequest) {
  const engine = yield* Engine
  const events = yield* Effect.mapError(engine.dispatch(asked, { inSightOf }), refusedOf)
  return answerOf(events)
})

/** What the events of a command answer to the screen that asked for it. */
export const answerOf = (events: readonly RecordedEvent[]): Answer => ({
  actions: events.flatMap(({ type, payload }) =>
    type === "ActionQueued" ? [payload.action] : type === "BatchStarted" ? [payload.batch] : [],
  ),
})

export const refusedOf = ({ reason, rejection, storage }: CommandError<Rejection>): Refused => {
  if (reason === "rejected") return rejection ?? "defect"
  return storage === "unanswered" ? storage : reason
}

/** A refresh that finds nobody to ask for ends too, so that the sign of loading stops. */
export const refresh = Effect.fnUntraced(function* (list: ListName, asked: boolean) {
  const engine = yield* Engine
  const { current } = engine.state().session
  if (current === null) return
  const { account } = current
  if (asked) yield* report({ type: "RequestRefresh", account, list })
  const { read } = yield* Refresher
  const joined = yield* read(list)
  // A read that had recorded its list before it was asked for answers nobody: then one more is made.
  const isOwed = asked && joined !== "skipped" && listRead(engine.state(), account, list).requested
  const result = isOwed ? yield* read(list) : joined
  if (result === "skipped") yield* report({ type: "RecordReadFailure", account, list, reason: "unknown" })
})
