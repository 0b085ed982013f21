import { transfer } from "comlink"
import type { ImageDatabase, ImageRow } from "./database.ts"
import { openImages } from "./database.ts"
import { failureOf, httpStatusOf, type ImageFailure, isOfDatabase } from "./failure.ts"
import { download, keepFile, readChunk, removeAll, verify } from "./keeping.ts"
import { IMAGES_DATABASE } from "./name.ts"
import type { ReportProgress } from "./progress.ts"
import type { Named } from "./writing.ts"

/** A value, or the reason why there is none. */
export type ImageReply<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly failure: ImageFailure; readonly httpStatus?: number }

let database: Promise<ImageDatabase> | undefined
/** The database. When it did not open, for instance on a full disk, the next request opens it again. */
const opened = (): Promise<ImageDatabase> => {
  database ??= openImages(IMAGES_DATABASE).catch((cause: unknown) => {
    database = undefined
    throw cause
  })
  return database
}
const cancels = new Map<number, AbortController>()

const withImages = async <Value>(work: (images: ImageDatabase) => Promise<Value>): Promise<ImageReply<Value>> => {
  try {
    return { ok: true, value: await work(await opened()) }
  } catch (cause) {
    const failure = failureOf(cause)
    // The browser may have closed the database: the next request opens it again.
    if (isOfDatabase(failure)) database = undefined
    return { ok: false, failure, ...httpStatusOf(cause) }
  }
}

/** Work that the page can cancel by its job number. */
const cancellable = async <Value>(
  job: number,
  work: (images: ImageDatabase, signal: AbortSignal) => Promise<Value>,
): Promise<ImageReply<Value>> => {
  const cancel = new AbortController()
  cancels.set(job, cancel)
  try {
    return await withImages((images) => work(images, cancel.signal))
  } finally {
    cancels.delete(job)
  }
}

/** The requests of the page about firmware images. */
export const firmware = {
  download: (job: number, named: Named, url: string, progress: ReportProgress): Promise<ImageReply<ImageRow>> =>
    cancellable(job, (images, signal) => download(images, named, url, signal, progress)),
  keepFile: (job: number, named: Named, file: Blob, progress: ReportProgress): Promise<ImageReply<ImageRow>> =>
    cancellable(job, (images, signal) => keepFile(images, named, file, signal, progress)),
  verify: (job: number, hash: string, progress: ReportProgress): Promise<ImageReply<ImageRow>> =>
    cancellable(job, (images, signal) => verify(images, hash, signal, progress)),
  chunk: async (hash: string, index: number): Promise<ImageReply<{ bytes: ArrayBuffer; md5: string }>> => {
    const read = await withImages((images) => readChunk(images, hash, index))
    return read.ok ? transfer(read, [read.value.bytes]) : read
  },
  removeAll: (): Promise<ImageReply<void>> => withImages(removeAll),
  cancel: (job: number): void => cancels.get(job)?.abort(),
}
