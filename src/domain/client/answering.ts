import { Effect } from "effect"
import type { CommandError } from "../engine/commandError.ts"
import type { ListName } from "../event/listRead.ts"
import { accountViewOf } from "../outbox/overlay.ts"
import { isUnsent } from "../outbox/state.ts"
import { Bridge, type BridgeError } from "../ports/bridge.ts"
import { Preferences } from "../ports/platform.ts"
import { partedForBatch } from "../product/batchPlan.ts"
import { type Rejection, rulesOf } from "../product/decide.ts"
import { listRead } from "../product/lists.ts"
import { parseLanTarget } from "../values/address.ts"
import { invalid } from "../values/parsed.ts"
import { SUBNETS_KEY, type SubnetRejection, storedSubnets, subnetsIn, withSubnet } from "../values/subnets.ts"
import { typedTargets } from "../values/typedTargets.ts"
import type { BridgeMessage } from "../wire/bridge.ts"
import { startFlow } from "./accounts/flows/memory.ts"
import { type FlowServices, steps } from "./accounts/flows/steps.ts"
import { enterAsGuest, signOut } from "./accounts/sessions.ts"
import { askViewing, switchMode } from "./bridge/asking.ts"
import type { Viewing } from "./bridge/desk.ts"
import type { Scanning } from "./lan/scanDesk.ts"
import { cancelScan, startScan } from "./lan/scanning.ts"
import { wakeOverLan } from "./lan/waking.ts"
import { Engine } from "./log/engine.ts"
import { setPreference } from "./preferences.ts"
import {
  type Answer,
  answerOf,
  type BatchRequest,
  type ClientRefused,
  type ClientRequest,
  type CommandRequest,
  type HandledRequest,
  noActions,
  refusedOf,
} from "./requests.ts"
import { resetSettings } from "./resetSettings.ts"
import { Refresher } from "./sync/refresher.ts"
import { report } from "./sync/reporting.ts"

/**
 * Adds the typed or pasted networks. An invalid entry does not keep the others from being added. Local storage is read
 * right before it is written, because another tab may have added one (LAN-4).
 */
const addSubnet = Effect.fnUntraced(function* (text: string) {
  const before = subnetsIn(yield* (yield* Preferences).get(SUBNETS_KEY))
  const typed = typedTargets(text)
  let subnets: readonly string[] = before
  let refusal: SubnetRejection | null = null
  for (const { target } of typed) {
    const next = target === null ? invalid("invalidAddress" as const) : withSubnet(subnets, target)
    if (next.ok) subnets = next.value
    else if (next.reason !== "duplicateSubnet" || typed.length === 1) refusal ??= next.reason
  }
  if (subnets !== before) yield* setPreference(SUBNETS_KEY, storedSubnets(subnets))
  if (refusal !== null) return yield* Effect.fail(refusal)
})

const removeSubnet = Effect.fnUntraced(function* (text: string) {
  const parsed = parseLanTarget(text)
  const gone = parsed.ok ? parsed.value : text
  const subnets = subnetsIn(yield* (yield* Preferences).get(SUBNETS_KEY))
  yield* setPreference(SUBNETS_KEY, storedSubnets(subnets.filter((subnet) => subnet !== gone)))
})

/** Begins a batch of the devices that can take part. Its record names the devices left out. */
const beginBatch = Effect.fnUntraced(function* ({ kind, accountId, dids, undo }: BatchRequest) {
  const engine = yield* Engine
  const view = accountViewOf(engine.state())
  if (view === null) return yield* Effect.fail<ClientRefused>("signedOut")
  const { able, left, subject } = partedForBatch({ kind, accountId }, dids, view)
  const command = { type: "StartBatch", kind, accountId, subject, dids: able, left, undo } as const
  return answerOf(yield* Effect.mapError(engine.dispatch(command), refusedOf))
})

/** The services that answering a request needs. */
export type AnswerServices = FlowServices | Bridge | Scanning | Viewing

type Handled = HandledRequest["type"]
type RequestOf<Type extends Handled> = Extract<HandledRequest, { readonly type: Type }>
type Failure = ClientRefused | CommandError<Rejection>
type Handler<Type extends Handled> = (request: RequestOf<Type>) => Effect.Effect<unknown, Failure, AnswerServices>

/** The handler of each request that is neither a single command nor a bulk action. */
const handlers: { readonly [Type in Handled]: Handler<Type> } = {
  ...steps,
  SignOut: ({ unsent }) => signOut(unsent),
  EnterAsGuest: () => enterAsGuest,
  Refresh: ({ list, asked }) => refresh(list, asked),
  SetPreference: ({ key, value }) => setPreference(key, value),
  StartFlow: ({ flow }) => startFlow(flow),
  Scan: ({ targets }) => startScan(targets),
  CancelScan: () => cancelScan,
  AddSubnet: ({ text }) => addSubnet(text),
  RemoveSubnet: ({ text }) => removeSubnet(text),
  WakeOverLan: (request) => wakeOverLan(request),
  ResetSettings: () =>
    // The browser may forbid local storage altogether: the person must learn of that.
    Effect.catchCause(resetSettings, () => Effect.fail<ClientRefused>("storage")),
  SwitchMode: ({ id, mode }) => switchMode(id, mode),
  HurryAll: () => hurryAll,
  TellBridge: ({ message }) => tellBridge(message),
  ConnectDevice: ({ id, did, name, isUsb, cloudType }) =>
    askViewing({ type: "open", target: { id, did, name, isUsb, cloudType } }),
  RetryDevice: () => askViewing({ type: "retry" }),
  DisconnectDevice: () => askViewing({ type: "close" }),
  AnswerPasscode: ({ passcode, keep }) => askViewing({ type: "answer", passcode, keep }),
  OfferPasscode: ({ passcode, keep }) => askViewing({ type: "offer", passcode, keep }),
  GiveUpPasscode: () => askViewing({ type: "giveUp" }),
  DecideAboutKey: ({ id, offered, isTrusted }) => askViewing({ type: "judgeKey", id, offered, isTrusted }),
}

const isHandled = (request: ClientRequest): request is ClientRequest & HandledRequest =>
  Object.hasOwn(handlers, request.type)
/** True when a request may queue an action. Such a request needs a page with Web Locks. */
const mayQueue = (request: ClientRequest): boolean => !isHandled(request) && rulesOf(request)?.asked !== "anywhere"

const handle = <Type extends Handled>(type: Type, request: RequestOf<Type>) => handlers[type](request)

/** Answers a request of a screen. `secure`: this page has the Web Locks that the queue needs. */
export const answerTo = Effect.fnUntraced(function* (request: ClientRequest, secure: boolean) {
  const { session } = (yield* Engine).state()
  if (!secure && mayQueue(request)) return yield* Effect.fail<ClientRefused>("insecure")
  if (request.asAccount !== undefined && request.asAccount !== (session.current?.account ?? null))
    return yield* Effect.fail<ClientRefused>("foreignAccount")
  return yield* Effect.mapError(answering(request), reasonOf)
})

const answering = (request: ClientRequest): Effect.Effect<Answer, Failure, AnswerServices> => {
  if (request.type === "BeginBatch") return beginBatch(request)
  return isHandled(request) ? Effect.as(handle(request.type, request), noActions) : command(request)
}

const reasonOf = (failure: Failure): ClientRefused => (typeof failure === "string" ? failure : refusedOf(failure))

const command = ({ asAccount, ...asked }: CommandRequest) =>
  Effect.gen(function* () {
    return answerOf(yield* (yield* Engine).dispatch(asked, { asAccount }))
  })

/** A refresh without a signed-in account completes too, so that the loading sign stops. */
const refresh = Effect.fnUntraced(function* (list: ListName, asked: boolean) {
  const engine = yield* Engine
  const { current } = engine.state().session
  if (current === null) return
  const { account } = current
  if (asked) yield* report({ type: "RequestRefresh", account, list })
  const { read } = yield* Refresher
  const joined = yield* read(list)
  // A read that had recorded its list before this request does not fulfil it: the client then reads once more.
  const isOwed = asked && joined !== "skipped" && listRead(engine.state(), account, list).requested
  const result = isOwed ? yield* read(list) : joined
  if (result === "skipped") yield* report({ type: "RecordReadFailure", account, list, reason: "unknown" })
})

const hurryAll = Effect.gen(function* () {
  const { session, outbox } = (yield* Engine).state()
  const waiting = [...outbox.actions.values()].filter(
    (action) => action.account === session.current?.account && isUnsent(action) && action.status.state === "waiting",
  )
  yield* Effect.forEach(waiting, ({ id }) => report({ type: "HurryAction", action: id }), { discard: true })
  yield* refresh("devices", true)
})

const tellBridge = Effect.fnUntraced(function* (message: BridgeMessage) {
  const bridge = yield* Bridge
  yield* Effect.mapError(bridge.send(message), unheard)
})

const unheard = ({ reason }: BridgeError): ClientRefused => (reason === "away" ? "bridgeAway" : "bridgeUnable")
