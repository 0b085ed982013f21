import { Deferred, Effect, Layer } from "effect"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { makeSilence } from "../../src/adapters/cloud/silence.ts"
import { Cloud, CloudError } from "../../src/domain/ports/cloud.ts"
import { REQUEST_TIMEOUT_MS, SILENT_AFTER_MS } from "../../src/domain/values/limits.ts"
import { type CloudFailure, type HttpAnswer, noReply, readAnswer } from "../../src/domain/wire/answer.ts"
import { SERVER } from "../domain/recorder.ts"

/** A network that drops packets refuses nothing: only the missing answer shows it (LAYOUT-6). */

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const answer: HttpAnswer = { status: 200, text: JSON.stringify({ status: 0, result: [] }) }

/** A cloud whose calls wait until the test answers each, in their order. */
const start = () => {
  const silence = makeSilence()
  const calls: Deferred.Deferred<HttpAnswer, CloudFailure>[] = []
  const held = Layer.succeed(
    Cloud,
    Cloud.of({
      call: (name) =>
        Effect.suspend(() => {
          const reply = Deferred.makeUnsafe<HttpAnswer, CloudFailure>()
          calls.push(reply)
          return Deferred.await(reply)
        }).pipe(
          Effect.flatMap((http) => Effect.fromResult(readAnswer(name, http))),
          Effect.mapError((reason) => new CloudError({ call: name, reason })),
        ),
    }),
  )
  const changes: boolean[] = []
  silence.onChange(() => changes.push(silence.isSilent()))
  const call = () =>
    Effect.runFork(
      Effect.flatMap(Cloud, (cloud) => cloud.call("get_main_accounts", SERVER, { uid: "u1", token: "t" })).pipe(
        Effect.provide(silence.watched(held)),
      ),
    )
  const end = (at: number, exit: Effect.Effect<HttpAnswer, CloudFailure>) => {
    const reply = calls[at]
    if (reply !== undefined) Deferred.doneUnsafe(reply, exit)
  }
  const fails = (at: number, kind: "timeout" | "network" | "http") => end(at, Effect.fail(noReply(kind)))
  return { silence, changes, call, answers: (at: number) => end(at, Effect.succeed(answer)), fails }
}

test("[LAYOUT-6] a call that nothing answers makes the server silent within seconds, and its answer ends that", async () => {
  const { silence, changes, call, answers } = start()
  call()
  await vi.advanceTimersByTimeAsync(SILENT_AFTER_MS - 1)
  expect(silence.isSilent()).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(silence.isSilent()).toBe(true)
  expect(SILENT_AFTER_MS).toBeLessThan(REQUEST_TIMEOUT_MS / 2)
  answers(0)
  await vi.advanceTimersByTimeAsync(REQUEST_TIMEOUT_MS)
  expect(changes).toEqual([true, false])
})

test("[LAYOUT-6] any answer shows that the server is there, however long another call waits", async () => {
  const { changes, call, answers, fails } = start()
  call()
  for (const at of [1, 2, 3]) {
    await vi.advanceTimersByTimeAsync(SILENT_AFTER_MS - 1)
    call()
    await vi.advanceTimersByTimeAsync(0)
    if (at === 2) fails(at, "http")
    else answers(at)
  }
  expect(changes).toEqual([])
  // Then it answers nothing at all.
  await vi.advanceTimersByTimeAsync(SILENT_AFTER_MS)
  expect(changes).toEqual([true])
})

test("[LAYOUT-6] a time-out answers nothing, and what waits no longer leaves no silence behind", async () => {
  const { changes, call, fails } = start()
  const interrupted = call()
  call()
  await vi.advanceTimersByTimeAsync(SILENT_AFTER_MS)
  fails(1, "timeout")
  await vi.advanceTimersByTimeAsync(0)
  expect(changes).toEqual([true])
  interrupted.interruptUnsafe()
  await vi.advanceTimersByTimeAsync(0)
  expect(changes).toEqual([true, false])
  call()
  await vi.advanceTimersByTimeAsync(0)
  fails(2, "network")
  await vi.advanceTimersByTimeAsync(REQUEST_TIMEOUT_MS)
  expect(changes).toEqual([true, false])
})
