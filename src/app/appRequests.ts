import { Effect } from "effect"
import { type AnswerServices, answerTo } from "../domain/client/answering.ts"
import { Engine } from "../domain/client/log/engine.ts"
import { type Answer, noActions, refusedOf } from "../domain/client/requests.ts"
import type { EventStore } from "../domain/ports/eventStore.ts"
import type { AccountKey } from "../domain/values/identity.ts"
import type { Deployment } from "./client/deployment.ts"
import type { AppRequest, Refused } from "./client/handle.ts"
import { ownLogSource } from "./client/ownLogSource.ts"
import { fetched } from "./lazyService.ts"

/**
 * Requests of screens that the app handles outside the client: files of the log, firmware, and a new log in place of
 * one that cannot be opened.
 */

const firmwarePart = fetched(() => import("./firmware.ts"))

/** Fetched at the first request: most people never export or start a new log. */
const savingPart = Effect.tryPromise({ try: () => import("./log/savingLog.ts"), catch: (): Refused => "defect" })

const saveLog = Effect.gen(function* () {
  const source = ownLogSource(Effect.runPromiseWith(yield* Effect.context<EventStore>()))
  yield* (yield* savingPart).saveLog(source)
})

export const saveAndBegin = Effect.flatMap(savingPart, ({ saveAndBegin }) => saveAndBegin)

const tryStorage = Effect.flatMap(Engine, ({ dispatch }) =>
  Effect.mapError(dispatch({ type: "TryStorage", reason: "failed", forgotten: 0 }), refusedOf),
)

/**
 * Answers a request of a screen, by the app or by the client. `shown` is the account that the tab showed at the time of
 * the request. Fails with the reason of a refusal.
 */
export const answerAppRequest = (
  request: AppRequest,
  shown: AccountKey | null,
  secure: boolean,
  { firmwareUrl }: Deployment,
): Effect.Effect<Answer, Refused, AnswerServices | EventStore> => {
  switch (request.type) {
    case "CheckFirmware":
      return Effect.as(
        Effect.flatMap(firmwarePart, ({ checkFirmware }) => checkFirmware(firmwareUrl)),
        noActions,
      )
    case "KeepFirmwareFile":
      return Effect.as(
        Effect.flatMap(firmwarePart, ({ keepFirmwareFile }) => keepFirmwareFile(firmwareUrl, request)),
        noActions,
      )
    case "ExportLog":
      return Effect.as(saveLog, noActions)
    case "TryStorage":
      return Effect.as(tryStorage, noActions)
    case "BeginNewLog":
      return Effect.as(saveAndBegin, noActions)
    default:
      return answerTo({ asAccount: shown, ...request }, secure)
  }
}
