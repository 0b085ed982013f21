import { createHash } from "node:crypto"
import type { FileHandle } from "node:fs/promises"
import type { BridgeReason } from "../../src/domain/wire/bridge.ts"
import type { DeviceErrorCode } from "../../src/domain/wire/device/errors.ts"
import { CHUNKS_IN_FLIGHT_MAX } from "../../src/domain/wire/device/limits.ts"
import type { FirmwareStage } from "../../src/domain/wire/device/message.ts"
import type { DeviceSession } from "../devices/entry.ts"
import { DEVICE_CHUNK_BYTES, UPDATE_SILENCE_MS } from "../limits.ts"
import type { Image } from "./images.ts"
import { openOwn } from "./ownFile.ts"

/** Brings one image into one device through one session: chunks, commit, and the device's installation. */

export interface WantedUpload {
  readonly image: Image
  readonly build: number
  readonly hash: string
  readonly uploaded: (percent: number) => void
  readonly staged: (stage: FirmwareStage, percent: number) => void
}

export type Uploaded =
  /** The device restarts into the new build, or already runs it. */
  | { readonly outcome: "restarting" | "runs" }
  /** The session was lost or made no progress: worth another try. */
  | { readonly outcome: "lost" }
  | { readonly outcome: "refused"; readonly reason: BridgeReason }

const reasonOf = (code: DeviceErrorCode): BridgeReason => {
  if (code === "wrong-hash") return "wrong_hash"
  if (code === "busy" || code === "too-many") return "busy"
  return code === "auth-required" ? "wrong_passcode" : "refused"
}

/** Calls `tooLong` after a silence that is too long. */
const startSilence = (tooLong: () => void): { broken(): void; end(): void } => {
  let timer = setTimeout(tooLong, UPDATE_SILENCE_MS)
  return {
    broken: () => {
      clearTimeout(timer)
      timer = setTimeout(tooLong, UPDATE_SILENCE_MS)
    },
    end: () => clearTimeout(timer),
  }
}

const readChunk = async (file: FileHandle, index: number, size: number): Promise<Uint8Array> => {
  const start = index * DEVICE_CHUNK_BYTES
  const bytes = new Uint8Array(Math.min(DEVICE_CHUNK_BYTES, size - start))
  await file.read(bytes, 0, bytes.length, start)
  return bytes
}

/**
 * Sends chunks from `first` on, a few ahead of their answers; each chunk has one answer. After a refusal it waits for
 * the answers that are still on their way, and continues at the chunk that the device wants. Resolves with false when
 * the session was lost or made no progress.
 */
const sendChunks = async (session: DeviceSession, wanted: WantedUpload, first: number): Promise<boolean> => {
  const { image, uploaded } = wanted
  const count = Math.ceil(image.size / DEVICE_CHUNK_BYTES)
  if (first >= count) return true
  const file = await openOwn(image.path)
  const done = Promise.withResolvers<boolean>()
  const silence = startSilence(() => done.resolve(false))
  let next = first
  let sent = first
  let inFlight = 0
  let isRewinding = false
  let sending = Promise.resolve()

  const fill = async (): Promise<void> => {
    while (!isRewinding && sent < count && inFlight < CHUNKS_IN_FLIGHT_MAX && !session.isOver()) {
      const index = sent
      sent += 1
      inFlight += 1
      const bytes = await readChunk(file, index, image.size)
      session.sendChunk({ index, md5: createHash("md5").update(bytes).digest("hex"), bytes })
    }
  }
  const go = (): void => {
    sending = sending.then(fill).catch(() => done.resolve(false))
  }
  const answered = (wantedNext: number, isRefused: boolean): void => {
    inFlight -= 1
    if (wantedNext > next) silence.broken()
    next = wantedNext
    isRewinding ||= isRefused
    uploaded((100 * next) / count)
    if (next >= count) done.resolve(true)
    if (isRewinding && inFlight > 0) return
    if (isRewinding) sent = next
    isRewinding = false
    go()
  }
  const stop = session.onMessage((message) => {
    if (message.type === "fw_have") answered(message.next, false)
    else if (message.type === "error" && message.next !== undefined) answered(message.next, true)
    else if (message.type === "error") done.resolve(false)
  })
  void session.ended.then(() => done.resolve(false))
  go()
  try {
    return await done.promise
  } finally {
    silence.end()
    stop()
    await sending
    await file.close()
  }
}

/** Follows the device from the commit until its goodbye, or until it reports a wrong hash. */
const followInstall = async (session: DeviceSession, staged: WantedUpload["staged"]): Promise<Uploaded> => {
  const reported = Promise.withResolvers<Uploaded>()
  const silence = startSilence(() => reported.resolve({ outcome: "lost" }))
  const stop = session.onMessage((message) => {
    // The device has deleted the image. Another try would end the same.
    if (message.type === "error" && message.code === "wrong-hash")
      reported.resolve({ outcome: "refused", reason: reasonOf(message.code) })
    if (message.type !== "fw_progress") return
    silence.broken()
    staged(message.stage, message.percent)
  })
  const ended = session.ended.then(({ bye }): Uploaded => ({ outcome: bye === "update" ? "restarting" : "lost" }))
  try {
    const answer = await session.request({ type: "fw_commit" })
    if (!answer.ok && answer.reason !== "ended") return { outcome: "refused", reason: reasonOf(answer.reason) }
    return await Promise.race([ended, reported.promise])
  } finally {
    silence.end()
    stop()
  }
}

export const uploadImage = async (session: DeviceSession, wanted: WantedUpload): Promise<Uploaded> => {
  if (session.hello.build === wanted.build) return { outcome: "runs" }
  const { build, hash, image } = wanted
  const begun = await session.request({ type: "fw_begin", build, hash, size: image.size, chunk: DEVICE_CHUNK_BYTES })
  if (!begun.ok)
    return begun.reason === "ended" ? { outcome: "lost" } : { outcome: "refused", reason: reasonOf(begun.reason) }
  if (begun.message.type !== "fw_have") return { outcome: "refused", reason: "refused" }
  const isThere = await sendChunks(session, wanted, begun.message.next)
  return isThere ? followInstall(session, wanted.staged) : { outcome: "lost" }
}
