import { Context, Effect, Layer } from "effect"
import type { Session } from "../../features/session/state.ts"
import { CloudError } from "../../ports/cloud.ts"
import { Platform } from "../../ports/platform.ts"
import { UNDECODABLE_MAX } from "../../values/limits.ts"
import { Engine } from "../log/engine.ts"

/**
 * The conclusions from the outcome of a call. A decoded reply means online. Silence means unreachable, or offline if
 * the system says so. An undecodable reply is reported as such (invariant 11), and ends being offline. A server whose
 * replies are undecodable several times in a row (a captive portal, a dead backend) counts as unreachable.
 */
export class Contact extends Context.Service<Contact, { undecodableInRow: number }>()("sightline/Contact") {
  static readonly layer = Layer.sync(Contact, () => ({ undecodableInRow: 0 }))
}

/** Dispatches a command and ignores a rejection or a storage failure: the engine's status reports it. */
export const report = Effect.fnUntraced(function* (command: Parameters<Engine["Service"]["dispatch"]>[0]) {
  const engine = yield* Engine
  yield* Effect.ignore(engine.dispatch(command))
})

/**
 * A reply to a request from before the system lost its network says nothing of the time after. `begunSeq` is the last
 * event that the tab knew when it sent the request.
 */
const isOutrun = Effect.fnUntraced(function* (begunSeq: number) {
  const { status, seq } = (yield* Engine).state().connection
  return status === "offline" && seq > begunSeq && !(yield* (yield* Platform).online)
})

const reportAnswered = Effect.fnUntraced(function* (begunSeq: number) {
  const { status } = (yield* Engine).state().connection
  const contact = yield* Contact
  contact.undecodableInRow = 0
  if (status === "online" || (yield* isOutrun(begunSeq))) return
  yield* report({ type: "ReportConnection", status: "online" })
})

/** Records the wait that a server asked for: no request of the account is sent before its end. */
export const reportWait = ({ account }: Pick<Session, "account">, { reason }: CloudError) =>
  reason._tag === "NoReply" && reason.wait !== undefined
    ? report({ type: "RecordWait", account, ms: reason.wait.ms })
    : Effect.void

/** Neither a network nor a server gave a reply. */
export const reportSilence = Effect.gen(function* () {
  const platform = yield* Platform
  yield* report({ type: "ReportConnection", status: (yield* platform.online) ? "unreachable" : "offline" })
})

const reportFailure = Effect.fnUntraced(function* ({ call, reason }: CloudError, begunSeq: number) {
  if (reason._tag === "Refused" || reason.wait !== undefined) return yield* reportAnswered(begunSeq)
  if (reason.kind === "network" || reason.kind === "timeout") return yield* reportSilence
  const contact = yield* Contact
  contact.undecodableInRow += 1
  yield* report({ type: "RejectInput", source: "cloud", subject: call, problem: reason.field ?? reason.kind })
  const { status } = (yield* Engine).state().connection
  // What came is from something on the way at least: the device is not offline, whatever the system says.
  const isThere = status === "offline" && !(yield* isOutrun(begunSeq))
  if (isThere || (contact.undecodableInRow >= UNDECODABLE_MAX && status === "online"))
    yield* report({ type: "ReportConnection", status: "unreachable" })
})

/** Makes a call and reports the state of the connection from its outcome. */
export const reporting = Effect.fnUntraced(function* <A, E, R>(call: Effect.Effect<A, E, R>) {
  const begunSeq = (yield* Engine).cursor()
  const failed = (error: E) => (error instanceof CloudError ? reportFailure(error, begunSeq) : Effect.void)
  const made = yield* Effect.tapError(call, failed)
  yield* reportAnswered(begunSeq)
  return made
})
