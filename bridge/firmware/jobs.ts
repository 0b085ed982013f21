import { setTimeout as sleep } from "node:timers/promises"
import type { BridgeReason, FirmwareProgress } from "../../src/domain/wire/bridge.ts"
import { type ChangedKey, enterDevice } from "../devices/entry.ts"
import type { Reached } from "../devices/locating.ts"
import type { KeyPins } from "../devices/pins.ts"
import type { Discovery } from "../lan/discovery.ts"
import { LOST_PATIENCE_MS, RESTART_PATIENCE_MS, UPDATE_AGAIN_MS, UPDATE_TRIES } from "../limits.ts"
import type { ConnectedPage } from "../page/page.ts"
import { type Downloaded, downloadImage } from "./download.ts"
import type { Image, Images } from "./images.ts"
import type { Latest } from "./latest.ts"
import { createProgressBoard, type ProgressBoard, type UpdateFailure } from "./progress.ts"
import { type Uploaded, uploadImage } from "./upload.ts"

/** Running updates, one per device. They belong to the bridge: a reloaded page finds its update again. */

export interface Job {
  readonly id: string
  readonly at: Reached
  readonly passcode: string | undefined
  readonly build: number
  readonly hash: string
}

export interface Jobs {
  readonly progress: ProgressBoard
  /**
   * Starts the update with an image from the page or from a download. False when an update of the device already runs.
   */
  start(job: Job, source: Source): boolean
  isUnderWay(id: string): boolean
}

type Source = "download" | "store"

/** Answers a page that asks for an update that already runs, and shows it the progress: the page may have reloaded. */
export const failBusy = (
  page: Pick<ConnectedPage, "fail" | "send">,
  { progress }: Pick<Jobs, "progress">,
  about: "update_fw" | "fw_begin",
  id: string,
): void => {
  page.fail("busy", about, id)
  const now = progress.of(id)
  if (now !== undefined) page.send(now)
}

export interface JobOptions {
  readonly pins: KeyPins
  readonly discovery: Discovery
  readonly images: Images
  readonly latest: Latest
  readonly tell: (progress: FirmwareProgress) => void
  /** Called when the device of an update shows another key. The update ends, and the person decides. */
  readonly keyChanged: (id: string, key: ChangedKey) => void
  /** Ends every update with the bridge. A device keeps the bytes that it has. */
  readonly signal: AbortSignal
}

const enter = ({ at, passcode }: Job, { pins, signal }: JobOptions) =>
  enterDevice(at.endpoint, { did: at.did, pins, ...(passcode !== undefined && { passcode }) }, signal)

/** Ends the update. A page that trusts the new key starts it again. */
const refusedByKey = ({ id }: Job, key: ChangedKey, { keyChanged }: JobOptions) => {
  keyChanged(id, key)
  return { outcome: "refused", reason: "key_changed" } as const
}

const attempt = async (job: Job, image: Image, options: JobOptions, progress: ProgressBoard): Promise<Uploaded> => {
  const { discovery, signal } = options
  await discovery.ask(job.at.endpoint)
  const entered = await enter(job, options)
  if (entered.outcome === "key_changed") return refusedByKey(job, entered, options)
  if (entered.outcome === "failed") return { outcome: "lost" }
  if (entered.outcome === "too_early") {
    // Another client entered a wrong passcode, so the device rejects all attempts for a while. Our passcode is still correct.
    await sleep(Math.min(entered.waitMs, LOST_PATIENCE_MS), undefined, { signal })
    return { outcome: "lost" }
  }
  if (entered.outcome !== "open") return { outcome: "refused", reason: "wrong_passcode" }
  try {
    return await uploadImage(entered.session, {
      ...job,
      image,
      uploaded: (percent) => progress.report(job.id, 1, percent),
      staged: (stage, percent) => progress.staged(job.id, stage, percent),
    })
  } finally {
    entered.session.close()
  }
}

/**
 * Waits until the device is back. Resolves with true when it runs the new build, or with the reason why that is
 * unknown.
 */
const runsAfterRestart = async (job: Job, options: JobOptions): Promise<boolean | "vanished" | "key_changed"> => {
  const { discovery, signal } = options
  const until = performance.now() + RESTART_PATIENCE_MS
  while (performance.now() < until) {
    await sleep(UPDATE_AGAIN_MS, undefined, { signal })
    if (!(await discovery.ask(job.at.endpoint))) continue
    const entered = await enter(job, options)
    if (entered.outcome === "key_changed") return refusedByKey(job, entered, options).reason
    if (entered.outcome !== "open") continue
    entered.session.close()
    return entered.session.hello.build === job.build
  }
  return "vanished"
}

/**
 * Waits for a device that was lost in the middle of an update: after a power cut it starts first. False when it does
 * not return.
 */
const isBack = async (job: Job, { discovery, signal }: JobOptions): Promise<boolean> => {
  const until = performance.now() + LOST_PATIENCE_MS
  do {
    await sleep(UPDATE_AGAIN_MS, undefined, { signal })
    if (await discovery.ask(job.at.endpoint)) return true
  } while (performance.now() < until)
  return false
}

/** Tries until the device runs the build, refuses it, or is missing. */
const bring = async (
  job: Job,
  image: Image,
  options: JobOptions,
  progress: ProgressBoard,
): Promise<BridgeReason | "done"> => {
  for (let tries = 0; tries < UPDATE_TRIES; tries += 1) {
    if (tries > 0 && !(await isBack(job, options))) return "vanished"
    const uploaded = await attempt(job, image, options, progress)
    if (uploaded.outcome === "runs") return "done"
    if (uploaded.outcome === "refused") return uploaded.reason
    if (uploaded.outcome === "lost") continue
    const runs = await runsAfterRestart(job, options)
    if (runs === true) return "done"
    if (typeof runs === "string") return runs
  }
  return "vanished"
}

export const createJobs = (options: JobOptions): Jobs => {
  const { images, latest, signal } = options
  const progress = createProgressBoard(options.tell)
  const running = new Set<string>()
  /** Running downloads by hash, because several devices may need the same image. */
  const downloads = new Map<string, Promise<Downloaded>>()

  const download = ({ id, build, hash }: Job): Promise<Downloaded> => {
    const under = downloads.get(hash)
    if (under !== undefined) return under
    const url = latest.imageUrl(build)
    if (url === undefined) return Promise.resolve({ ok: false, reason: "download_failed" })
    const mine = downloadImage(images, url, hash, (percent) => progress.report(id, 0, percent), signal)
    downloads.set(hash, mine)
    return mine.finally(() => downloads.delete(hash))
  }
  const obtain = async (job: Job, source: Source): Promise<Image | UpdateFailure> => {
    progress.report(job.id, 0, 0)
    const here = await images.whole(job.hash)
    if (here !== undefined) return here
    if (source === "store") return { reason: "wrong_hash" }
    const downloaded = await download(job)
    if (!downloaded.ok) {
      const { ok: _, ...failure } = downloaded
      return failure
    }
    return (await images.whole(job.hash)) ?? { reason: "storage_failed" }
  }
  const run = async (job: Job, source: Source): Promise<UpdateFailure | "done"> => {
    const image = await obtain(job, source)
    if ("reason" in image) return image
    progress.report(job.id, 1, 0)
    const reason = await bring(job, image, options, progress)
    return reason === "done" ? reason : { reason }
  }
  const end = (id: string, result: UpdateFailure | "done"): void => {
    running.delete(id)
    if (result === "done") progress.completed(id)
    else progress.failed(id, result)
  }

  return {
    progress,
    start: (job, source) => {
      if (running.has(job.id)) return false
      running.add(job.id)
      run(job, source).then(
        (result) => end(job.id, result),
        () => end(job.id, { reason: signal.aborted ? "closed" : "storage_failed" }),
      )
      return true
    },
    isUnderWay: (id) => running.has(id),
  }
}
