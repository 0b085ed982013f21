import { Effect } from "effect"
import type { CommandError } from "../../domain/engine/commandError.ts"
import { Engine } from "../../domain/engine/engine.ts"
import { type FlowMemory, startFlow } from "../../domain/engine/flows/flow.ts"
import { resetSettings, setPreference } from "../../domain/engine/preferences.ts"
import { Refresher } from "../../domain/engine/refresher.ts"
import { report } from "../../domain/engine/reporting.ts"
import { enterAsGuest, signIn, signOut } from "../../domain/engine/sessions.ts"
import type { Rejection } from "../../domain/model/decide.ts"
import { model } from "../../domain/model/decider.ts"
import { isUnsent } from "../../domain/outbox/state.ts"
import type { Cloud } from "../../domain/ports/cloud.ts"
import type { EventStore } from "../../domain/ports/eventStore.ts"
import type { Digest, Ids, Platform, Preferences, Vault } from "../../domain/ports/platform.ts"
import { answerToFlow } from "./flowAnswers.ts"
import type { CommandRequest, Refused, Request } from "./handle.ts"

interface Surroundings {
  /** Whether this page has what a queue that can be trusted needs. */
  readonly secure: boolean
  readonly version: string
}

type Services = Engine | FlowMemory | Refresher | Cloud | Digest | EventStore | Ids | Platform | Preferences | Vault

/** What each request of a screen does. */
export const answerTo = (
  request: Request,
  { secure, version }: Surroundings,
): Effect.Effect<void, Refused, Services> => {
  switch (request.type) {
    case "SignIn":
      return signIn(request.form)
    case "SignOut":
      return signOut(request.unsent)
    case "EnterAsGuest":
      return enterAsGuest
    case "Refresh":
      return refresh
    case "HurryAll":
      return hurryAll
    case "RefreshSharing":
      return refreshSharing(request.list, request.asked)
    case "StartFlow":
      return startFlow(request.flow)
    case "SignUp":
    case "ResendSignUp":
    case "ConfirmSignUp":
    case "RequestReset":
    case "ResendReset":
    case "SubmitReset":
    case "RequestEmailChange":
    case "ResendEmailChange":
    case "ConfirmEmailChange":
    case "RequestDeletion":
    case "ResendDeletion":
    case "ConfirmDeletion":
    case "AcceptInvitation":
      return Effect.mapError(answerToFlow(request), refusedOf)
    case "ResetSettings":
      // Local storage may be forbidden altogether: that must be told, not thrown away.
      return Effect.catchCause(resetSettings, () => Effect.fail<Refused>("storage"))
    case "SetPreference":
      return setPreference(request.key, request.value)
    case "ExportLog":
      return saveLog(version)
    default:
      return secure || isHarmless(request) ? command(request) : Effect.fail<Refused>("insecure")
  }
}

/** What queues nothing is allowed everywhere. */
const harmless: ReadonlySet<CommandRequest["type"]> = new Set([
  "OpenRoute",
  "OpenDialog",
  "CloseDialog",
  "ShowToast",
  "DismissAwaiting",
  "TagDevices",
  "UntagDevices",
])
const isHarmless = ({ type }: CommandRequest): boolean => harmless.has(type)

const command = Effect.fnUntraced(function* (request: CommandRequest) {
  const engine = yield* Engine
  return yield* Effect.asVoid(Effect.mapError(engine.dispatch(request), refusedOf))
})

const refusedOf = ({ reason, rejection }: CommandError): Refused =>
  reason === "rejected" ? rejectionOf(rejection) : reason

/** Rejections cross the error as text: each is checked against the words there are. */
const rejections: Readonly<Record<Rejection, true>> = {
  unknownAction: true,
  notLeader: true,
  notReady: true,
  notUnsent: true,
  notUnconfirmed: true,
  stillOpen: true,
  outboxFull: true,
  signedOut: true,
  unknownDevice: true,
  unknownAccount: true,
  nameEmpty: true,
  nameTooLong: true,
  invalidMac: true,
  noBoundMac: true,
  invalidEmail: true,
  ownEmail: true,
  notAllowed: true,
  firmwareTooOld: true,
  foreignAccount: true,
  wrongStage: true,
  tagEmpty: true,
  tagTooLong: true,
  invalidTag: true,
  tooManyTags: true,
}
const isRejection = (text: string): text is Rejection => Object.hasOwn(rejections, text)
const rejectionOf = (text: string | null): Refused => (text !== null && isRejection(text) ? text : "defect")

/** The domain's own answer, without recording anything. */
export const checkCommand = (engine: Engine["Service"], request: CommandRequest, secure: boolean): Refused | null => {
  if (!secure && !isHarmless(request)) return "insecure"
  const decision = model.decide(request, engine.state(), { id: "check", at: Date.now(), tab: "check" })
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
  const answered = (yield* Engine).state().devices.requested === null
  const result = answered || joined !== "read" ? joined : yield* read("devices")
  if (result === "skipped") yield* report({ type: "RecordDevicesFailure", account, reason: "unknown" })
})

const refreshSharing = Effect.fnUntraced(function* (list: "subAccounts" | "mainAccounts", asked: boolean) {
  const { current } = (yield* Engine).state().session
  if (current === null) return
  const { account } = current
  if (asked) yield* report({ type: "RequestRefresh", account, list })
  const result = yield* (yield* Refresher).read(list)
  if (result === "skipped") yield* report({ type: "RecordSharingFailure", account, list, reason: "unknown" })
})

const hurryAll = Effect.gen(function* () {
  const { session, outbox } = (yield* Engine).state()
  const waiting = [...outbox.actions.values()].filter(
    (action) => action.account === session.current?.account && isUnsent(action) && action.status.state === "waiting",
  )
  yield* Effect.forEach(waiting, ({ id }) => report({ type: "HurryAction", action: id }), { discard: true })
  yield* refresh
})

const FILE_NAME = "sightline-log.ndjson"

/** Fetched when it is first asked for: most people never export. */
const saveLog = Effect.fnUntraced(function* (version: string) {
  const { download, exportLog } = yield* Effect.tryPromise({
    try: () => import("../../adapters/browser/logExport.ts"),
    catch: (): Refused => "defect",
  })
  const file = yield* Effect.mapError(exportLog(version), (): Refused => "storage")
  yield* Effect.sync(() => download(file, FILE_NAME))
})
