import { Effect, Exit } from "effect"
import { expect, test, vi } from "vitest"
import { digestLayer, startHashWorker } from "../../src/adapters/workers/digest.ts"
import { Digest } from "../../src/domain/ports/platform.ts"

/** Starts workers and records them in order. The first `broken` ones fail in the given way. */
const workers = (broken: number, breakIt: () => Worker) => {
  const started: Worker[] = []
  const start = () => {
    const worker = started.length < broken ? breakIt() : startHashWorker()
    started.push(worker)
    return worker
  }
  return { started, start }
}
const workerOf = (script: string) => new Worker(URL.createObjectURL(new Blob([script], { type: "text/javascript" })))
const throws = () => workerOf("throw new Error('broken')")
const missing = () => {
  const url = URL.createObjectURL(new Blob([]))
  URL.revokeObjectURL(url)
  return new Worker(url, { type: "module" })
}

const ask = <A>(question: (digest: Digest["Service"]) => Effect.Effect<A>, start: () => Worker = startHashWorker) =>
  Effect.runPromiseExit(Effect.provide(Effect.flatMap(Effect.service(Digest), question), digestLayer(start)))

const ABC_MD5 = "900150983cd24fb0d6963f7d28e17f72"
const UMLAUT_MD5 = "0b1e0bfd64d6c07cea895536402090bc"
const EMPTY_MD5 = "d41d8cd98f00b204e9800998ecf8427e"
const ABC_SHA256 = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"

test("[WORKER-1] text is hashed in a worker that starts with the first question", async () => {
  const { started, start } = workers(0, throws)
  const hashes = await ask(
    (digest) =>
      Effect.gen(function* () {
        expect(started).toHaveLength(0)
        return yield* Effect.all([digest.md5("abc"), digest.md5("é🖥"), digest.md5("")], { concurrency: "unbounded" })
      }),
    start,
  )
  expect(hashes).toEqual(Exit.succeed([ABC_MD5, UMLAUT_MD5, EMPTY_MD5]))
  expect(started).toHaveLength(1)
})

test.each([
  ["throws", throws],
  ["is missing", missing],
])("[WORKER-1] a worker that %s is replaced once, and the question asked again", async (_, breakIt) => {
  const { started, start } = workers(1, breakIt)
  expect(await ask((digest) => digest.md5("abc"), start)).toEqual(Exit.succeed(ABC_MD5))
  expect(started).toHaveLength(2)
})

test("[WORKER-1] a second worker that breaks is an error, without the text, and the next question starts again", async () => {
  const { started, start } = workers(2, throws)
  const twice = await ask(
    (digest) =>
      Effect.gen(function* () {
        const first = yield* Effect.exit(digest.md5("secret"))
        return [first, yield* digest.md5("abc")] as const
      }),
    start,
  )
  if (Exit.isFailure(twice)) throw new Error("the third worker works")
  const [first, second] = twice.value
  expect(Exit.isFailure(first)).toBe(true)
  expect(String(first) + JSON.stringify(first)).not.toContain("secret")
  expect(second).toBe(ABC_MD5)
  expect(started).toHaveLength(3)
})

test("[REPLAY-1] SHA-256 is that of the parts one after the other, with and without the browser's own", async () => {
  expect(await ask((digest) => digest.sha256(["a", "", "bc"]))).toEqual(Exit.succeed(ABC_SHA256))
  vi.spyOn(crypto, "subtle", "get").mockReturnValue(Object({}).subtle)
  expect(await ask((digest) => digest.sha256(["ab", "c"]))).toEqual(Exit.succeed(ABC_SHA256))
  vi.restoreAllMocks()
})
