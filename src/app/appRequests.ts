import { Effect } from "effect"
import { fetched } from "../adapters/workers/later.ts"
import { Engine } from "../domain/client/log/engine.ts"
import { type Answer, type AnswerServices, answerWith, refusedOf } from "../domain/client/requests.ts"
import type { StoredEvent } from "../domain/event/event.ts"
import { EventStore } from "../domain/ports/eventStore.ts"
import type { Deployment } from "./client/deployment.ts"
import type { AppRequest, Refused } from "./client/handle.ts"
import type { OwnLogSource } from "./client/logSource.ts"

/** What screens ask of the app around the client: files of the log, firmware, and a new log in place of one that cannot be opened. */

const FIRMWARE_PART_AGAIN_MS = 30_000

/** Fetched after the engine: it may come late, and on a network that is away it is tried again. */
export const firmwarePart = fetched(() => import("./firmware.ts"), FIRMWARE_PART_AGAIN_MS)

/** A person waits for it: where it cannot be fetched, that is said at once. */
const answersLater = Effect.tryPromise({
  try: async () => (await import("../domain/client/laterAnswers.ts")).answerLater,
  catch: () => "defect" as const,
})

/** What the event list reads; a failure rejects, and the list says so. */
export const logSource = (run: <A>(effect: Effect.Effect<A, unknown, EventStore>) => Promise<A>): OwnLogSource => ({
  aside: () => run(Effect.flatMap(EventStore, ({ aside }) => Effect.map(aside, ({ length }) => length))),
  bounds: () => run(Effect.flatMap(EventStore, ({ bounds }) => bounds)),
  base: () => run(Effect.flatMap(EventStore, ({ base }) => base)),
  read: (from, to) =>
    run(
      Effect.flatMap(EventStore, ({ scan }) => {
        const events: StoredEvent[] = []
        return Effect.as(
          scan(from, to, (chunk) => Effect.sync(() => void events.push(...chunk))),
          events,
        )
      }),
    ),
})

const noActions: Answer = { actions: [] }

/** Fetched when it is first asked for: most people never export, or begin anew. */
const savingPart = Effect.tryPromise({ try: () => import("./log/savingLog.ts"), catch: (): Refused => "defect" })

const saveLog = Effect.gen(function* () {
  const source = logSource(Effect.runPromiseWith(yield* Effect.context<EventStore>()))
  yield* (yield* savingPart).saveLog(source)
})

export const saveAndBegin = Effect.flatMap(savingPart, ({ saveAndBegin }) => saveAndBegin)

const tryStorage = Effect.flatMap(Engine, ({ dispatch }) =>
  Effect.mapError(dispatch({ type: "TryStorage", reason: "failed", forgotten: 0 }), refusedOf),
)

/** Answers what a screen asks for, by the app or by the client. Fails with why it is refused. */
export const answerAppRequest = (
  request: AppRequest,
  secure: boolean,
  { firmwareUrl }: Deployment,
): Effect.Effect<Answer, Refused, AnswerServices | EventStore> => {
  if (request.type === "CheckFirmware")
    return Effect.as(
      Effect.flatMap(firmwarePart, ({ checkFirmware }) => checkFirmware(firmwareUrl)),
      noActions,
    )
  if (request.type === "KeepFirmwareFile")
    return Effect.as(
      Effect.flatMap(firmwarePart, ({ keepFirmwareFile }) => keepFirmwareFile(firmwareUrl, request)),
      noActions,
    )
  if (request.type === "ExportLog") return Effect.as(saveLog, noActions)
  if (request.type === "TryStorage") return Effect.as(tryStorage, noActions)
  if (request.type === "BeginAnew") return Effect.as(saveAndBegin, noActions)
  return answerWith(request, secure, answersLater)
}
