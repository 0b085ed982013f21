import { proxy, type Remote, wrap } from "comlink"
import { Effect, Layer } from "effect"
import { FirmwareError, FirmwareImages, type ImageName, type KeptImage } from "../../domain/ports/firmware.ts"
import { askedWaitMs } from "../../domain/values/httpTime.ts"
import { FIRMWARE_FETCH_TIMEOUT_MS } from "../../domain/values/limits.ts"
import type { LatestFirmware } from "../../domain/wire/firmware.ts"
import { readLatestFirmware } from "../../domain/wire/latestText.ts"
import type { ImageReply } from "../../workers/firmware/asked.ts"
import type { ImageRow } from "../../workers/firmware/database.ts"
import { type ImageFailure, isOfDatabase } from "../../workers/firmware/failure.ts"
import { IMAGES_DATABASE } from "../../workers/firmware/name.ts"
import type { Leaves } from "../../workers/leaves.worker.ts"
import { unkept } from "../browser/unkept.ts"
import { within } from "../storage/patience.ts"
import { linkWorker, type WorkerLink } from "./link.ts"

/** The only place with the worker's file name, because the bundler needs exactly this form. */
export const startFirmwareWorker = (): Worker =>
  new Worker(new URL("../../workers/leaves.worker.ts", import.meta.url), { type: "module", name: "firmware" })

const unreached = () => new FirmwareError({ reason: "connect" })

/**
 * The end of the wait that each provider asked for, on the clock of this page, ms. The text is not requested before.
 */
const waits = new Map<string, number>()

/** Returns true when the provider asked for a wait. */
const noteWait = (url: string, response: Response): boolean => {
  const ms = askedWaitMs(response, Date.now())
  if (ms !== null) waits.set(url, performance.now() + ms)
  return ms !== null
}

/** Reads the provider's text (FW-1): never from a cache, and within ten seconds. */
const readLatest = (url: string | null): Effect.Effect<LatestFirmware, FirmwareError> =>
  Effect.suspend(() => {
    if (url === null) return Effect.fail(unreached())
    return (waits.get(url) ?? 0) > performance.now() ? Effect.fail(asksToWait()) : fetchLatest(url)
  })

const asksToWait = () => new FirmwareError({ reason: "wait" })

const fetchLatest = (url: string): Effect.Effect<LatestFirmware, FirmwareError> =>
  Effect.tryPromise({
    try: async (signal): Promise<LatestFirmware | FirmwareError> => {
      const response = await fetch(url, {
        signal,
        cache: "no-store",
        credentials: "omit",
        referrerPolicy: "no-referrer",
      })
      if (!response.ok) {
        await response.body?.cancel()
        return noteWait(url, response)
          ? asksToWait()
          : new FirmwareError({ reason: "connect", httpStatus: response.status })
      }
      const read = await readLatestFirmware(response)
      return read.ok ? read.value : new FirmwareError({ reason: "unreadable" })
    },
    catch: unreached,
  }).pipe(
    Effect.timeoutOrElse({ duration: FIRMWARE_FETCH_TIMEOUT_MS, orElse: () => Effect.fail(unreached()) }),
    Effect.flatMap((read) => (read instanceof FirmwareError ? Effect.fail(read) : Effect.succeed(read))),
  )

export interface FirmwareSource {
  /**
   * The address of the text `build|hash`; null when this deployment has none. Images are in the same folder.
   */
  readonly latestUrl: string | null
}

/**
 * A worker that starts with the first request. When it breaks, its requests fail, and the next request starts another.
 */
const makeAsking = (startWorker: () => Worker) => {
  let running: WorkerLink<Leaves> | undefined
  const start = () => {
    const link = linkWorker<Leaves>(startWorker(), wrap)
    link.broken.catch(() => {
      if (running === link) running = undefined
      link.stop()
    })
    return link
  }
  let job = 0
  const ask = <Value>(
    question: (remote: Remote<Leaves>, job: number) => Promise<ImageReply<Value>>,
  ): Effect.Effect<Value, FirmwareError> =>
    Effect.suspend(() => {
      job += 1
      const mine = job
      return Effect.tryPromise({
        try: (signal) => {
          running ??= start()
          const { remote, broken } = running
          signal.addEventListener("abort", () => void remote.cancel(mine))
          return Promise.race([question(remote, mine), broken])
        },
        catch: () => new FirmwareError({ reason: "storage" }),
      }).pipe(Effect.flatMap((answer) => (answer.ok ? kept(answer.value) : Effect.fail(refused(answer)))))
    })
  return { ask, stop: Effect.sync(() => running?.stop()) }
}

/** The browser has stored or returned the data. */
const kept = <Value>(value: Value): Effect.Effect<Value> => {
  unkept.clear("image")
  return Effect.succeed(value)
}

/** The log records that an image was not stored. The browser's reason is shown with those of other parts. */
const refused = ({ failure, httpStatus }: { failure: ImageFailure; httpStatus?: number }): FirmwareError => {
  if (failure === "quota") unkept.note("image", failure)
  if (!isOfDatabase(failure))
    return new FirmwareError({ reason: failure, ...(httpStatus !== undefined && { httpStatus }) })
  unkept.note("image", failure === "storage" ? "failed" : failure)
  return new FirmwareError({ reason: "storage" })
}

/** After this time without a list of databases, the browser counts as one that may have images, ms. */
const ASK_PATIENCE_MS = 2_000

/**
 * Most browsers never store an image, so this avoids starting a worker for nothing. A browser that does not list its
 * databases may have some.
 */
const mayHaveKept = Effect.promise(async () => {
  try {
    const names = await within(ASK_PATIENCE_MS, indexedDB.databases(), () => new Error("no answer"))
    return names.some(({ name }) => name === IMAGES_DATABASE)
  } catch {
    return true
  }
})

const keptOf = ({ build, hash, size }: ImageRow): KeptImage => ({ build, hash, size })

/** The address of an image: beside the text, named by its build. */
const imageUrl = (latestUrl: string | null, { build }: ImageName): string | null =>
  latestUrl === null ? null : new URL(`${build}.bin`, latestUrl).href

export const firmwareLayer = (
  { latestUrl }: FirmwareSource,
  startWorker: () => Worker = startFirmwareWorker,
): Layer.Layer<FirmwareImages> =>
  Layer.effect(
    FirmwareImages,
    Effect.gen(function* () {
      const { ask, stop } = makeAsking(startWorker)
      yield* Effect.addFinalizer(() => stop)
      return FirmwareImages.of({
        latest: readLatest(latestUrl),
        download: (image, progress) => {
          const url = imageUrl(latestUrl, image)
          if (url === null) return Effect.fail(unreached())
          return Effect.map(
            ask((remote, job) => remote.download(job, { build: image.build, hash: image.hash }, url, proxy(progress))),
            keptOf,
          )
        },
        keepFile: (image, file, progress) =>
          Effect.map(
            ask((remote, job) => remote.keepFile(job, { build: image.build, hash: image.hash }, file, proxy(progress))),
            keptOf,
          ),
        verify: ({ hash }, progress) =>
          Effect.map(
            ask((remote, job) => remote.verify(job, hash, proxy(progress))),
            keptOf,
          ),
        chunk: (hash, index) =>
          Effect.map(
            ask((remote) => remote.chunk(hash, index)),
            ({ bytes, md5 }) => ({ bytes: new Uint8Array(bytes), md5 }),
          ),
        removeAll: Effect.asVoid(Effect.when(Effect.ignore(ask((remote) => remote.removeAll())), mayHaveKept)),
      })
    }),
  )
