import { Effect } from "effect"
import type { CloudError } from "../ports/cloud.ts"
import { Platform } from "../ports/platform.ts"
import { Engine } from "./engine.ts"

/**
 * What the outcome of any call tells of the connection and of the input: a decoded answer means online, silence means
 * unreachable (or offline, if the system says so), an undecodable reply leaves one diagnostic event (invariant 11).
 */

/** Dispatches and lets a rejection or a storage failure be: the engine's status tells of it. */
export const report = Effect.fnUntraced(function* (command: Parameters<Engine["Service"]["dispatch"]>[0]) {
  const engine = yield* Engine
  yield* Effect.ignore(engine.dispatch(command))
})

export const reportAnswered = Effect.gen(function* () {
  const engine = yield* Engine
  if (engine.state().connection.status !== "online") yield* report({ type: "ReportConnection", status: "online" })
})

export const reportFailure = Effect.fnUntraced(function* ({ call, reason }: CloudError) {
  if (reason._tag === "Refused") return yield* reportAnswered
  if (reason.kind === "network" || reason.kind === "timeout") {
    const platform = yield* Platform
    const status = (yield* platform.online) ? "unreachable" : "offline"
    return yield* report({ type: "ReportConnection", status })
  }
  yield* report({ type: "RejectInput", source: "cloud", subject: call, problem: reason.field ?? reason.kind })
  yield* reportAnswered
})
