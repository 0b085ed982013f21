import { Effect, Schedule } from "effect"
import { Engine } from "../domain/client/log/engine.ts"
import { type Answer, type AnswerServices, answerWith, refusedOf } from "../domain/client/requests.ts"
import type { StoredEvent } from "../domain/event/event.ts"
import { EventStore, StoreError } from "../domain/ports/eventStore.ts"
import type { Deployment } from "./client/deployment.ts"
import type { AppRequest, Refused } from "./client/handle.ts"
import { heldLog, type OwnLogSource } from "./client/logSource.ts"

/** What screens ask of the app around the client: files of the log, firmware, and a new log in place of one that cannot be opened. */

const FIRMWARE_PART_AGAIN_MS = 30_000

/** Fetched after the engine: it may come late, and on a network that is away it is tried again. */
export const firmwarePart = Effect.tryPromise(() => import("./firmware.ts")).pipe(
  Effect.retry(Schedule.spaced(FIRMWARE_PART_AGAIN_MS)),
  Effect.orDie,
)

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

/** Fetched when it is first asked for: most people never export. */
const saving = Effect.tryPromise({ try: () => import("./log/logFile.ts"), catch: (): Refused => "defect" })
const refusedFor = (cause: unknown): Refused => (cause instanceof StoreError ? "storage" : "defect")

/** The log with pseudonyms (EVENT-5); secrets were never in it (AUTH-11). */
const saveLog = Effect.gen(function* () {
  const { saveWhole } = yield* saving
  const source = logSource(Effect.runPromiseWith(yield* Effect.context<EventStore>()))
  yield* Effect.tryPromise({ try: (signal) => saveWhole(source, false, signal), catch: refusedFor })
})

/**
 * What can still be read goes to a file, with real names: there will be no other copy of it. When nothing can be read, that
 * keeps nobody from beginning anew; a file that cannot be made does, because the log is erased afterwards.
 */
export const saveAndBegin = Effect.gen(function* () {
  const { beginAnew, readRest } = yield* Effect.tryPromise({
    try: () => import("../domain/client/log/rescue.ts"),
    catch: (): Refused => "defect",
  })
  const rest = yield* Effect.mapError(readRest, (): Refused => "storage")
  if (rest !== null) {
    const { saveWhole } = yield* saving
    yield* Effect.tryPromise({ try: (signal) => saveWhole(heldLog(rest), true, signal), catch: refusedFor })
  }
  const begun = yield* Effect.mapError(beginAnew(rest), (): Refused => "storage")
  if (!begun) return yield* Effect.fail<Refused>("outdated")
})

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
