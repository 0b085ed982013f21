import { createHash } from "node:crypto"
import type { BridgeMessage, BridgeReason } from "../../src/domain/wire/bridge.ts"
import type { FirmwareChunk } from "../../src/domain/wire/firmwareChunk.ts"
import type { ConnectedPage } from "../page/page.ts"
import type { Images, ImageWriting } from "./images.ts"
import { failBusy, type Job, type Jobs } from "./jobs.ts"

/**
 * Receives an image from a page in chunks. The bridge stores the whole image and compares its MD5 before it sends the
 * device anything (FW-7). After a lost connection the page sends only the chunks that are missing.
 */
export interface Filling {
  begin(message: Begin, job: Job): Promise<void>
  chunk(chunk: FirmwareChunk): Promise<void>
}

type Begin = Extract<BridgeMessage, { type: "fw_begin" }>

interface Current {
  readonly begin: Begin
  readonly job: Job
  readonly writing: ImageWriting
  next: number
}

const countOf = ({ size, chunk }: Begin): number => Math.ceil(size / chunk)
const lengthOf = ({ size, chunk }: Begin, index: number): number => Math.min(chunk, size - index * chunk)

export const createFilling = (
  page: Pick<ConnectedPage, "gone" | "send" | "fail">,
  images: Images,
  jobs: Jobs,
): Filling => {
  let current: Current | undefined
  let last: Promise<unknown> = Promise.resolve()

  /** Runs the page's steps one at a time, so that each finds the image as the last one left it. */
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const mine = last.then(work)
    last = mine.catch(() => {})
    return mine
  }
  const leave = async (): Promise<void> => {
    const left = current
    current = undefined
    if (left === undefined) return
    if (!jobs.isUnderWay(left.begin.id)) jobs.progress.forget(left.begin.id)
    await left.writing.close()
  }
  const have = ({ begin, next }: Current): void => {
    page.send({ type: "fw_have", id: begin.id, next })
    jobs.progress.report(begin.id, 0, (100 * next) / countOf(begin))
  }
  /** Checks a chunk before the bridge stores a byte of it. Returns the fault, if there is one. */
  const faultOf = (one: Current, { head, bytes }: FirmwareChunk): BridgeReason | undefined => {
    const fits = head.build === one.begin.build && bytes.length === lengthOf(one.begin, head.index)
    if (!fits) return "junk"
    return createHash("md5").update(bytes).digest("hex") === head.md5 ? undefined : "wrong_hash"
  }
  const store = async (one: Current, bytes: Uint8Array): Promise<void> => {
    const written = await one.writing.add(bytes)
    if (written === "more" || written === "whole") {
      one.next += 1
      have(one)
      if (written === "more") return
      current = undefined
      jobs.start(one.job, "store")
      return one.writing.close()
    }
    await leave()
    if (written === "superseded") page.fail("superseded", "fw_begin", one.begin.id)
    else jobs.progress.failed(one.begin.id, { reason: written === "too_large" ? "wrong_hash" : written })
  }

  const start = async (begin: Begin, job: Job): Promise<void> => {
    await leave()
    if (jobs.isUnderWay(begin.id)) return failBusy(page, jobs, "fw_begin", begin.id)
    const whole = await images.whole(begin.hash)
    if (whole !== undefined) {
      page.send({ type: "fw_have", id: begin.id, next: countOf(begin) })
      jobs.start(job, "store")
      return
    }
    const writing = await images.begin(begin.hash, begin.size)
    // The page always sends the last chunk, because its arrival triggers the check of the whole.
    const next = Math.min(Math.floor(writing.at() / begin.chunk), countOf(begin) - 1)
    await writing.cut(next * begin.chunk)
    // The page is gone: it can neither send the rest nor end the file.
    if (page.gone.aborted) return writing.close()
    current = { begin, job, writing, next }
    have(current)
  }
  const take = async (chunk: FirmwareChunk): Promise<void> => {
    const one = current
    if (one === undefined || chunk.head.id !== one.begin.id) return page.fail("unsupported", "fw_chunk", chunk.head.id)
    // The page sent this chunk before it read an answer that asked for another one.
    if (chunk.head.index !== one.next) return have(one)
    const fault = faultOf(one, chunk)
    if (fault === undefined) return store(one, chunk.bytes)
    page.fail(fault, "fw_chunk", one.begin.id)
    have(one)
  }

  // The page is gone, so a file that cannot be closed is not reported.
  page.gone.addEventListener("abort", () => void inTurn(leave).catch(() => {}))

  return {
    begin: (begin, job) => inTurn(() => start(begin, job)),
    chunk: (chunk) => inTurn(() => take(chunk)),
  }
}
