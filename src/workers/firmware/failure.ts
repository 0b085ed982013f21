/** Why the worker could not do what it was asked; plain text, because an error loses its class on the way. */
export type ImageFailure =
  | "connect"
  | "noAnswer"
  | "unreadable"
  | "tooLarge"
  | "wait"
  | "truncated"
  | "wrongHash"
  | "quota"
  | "cancelled"
  | "damaged"
  | DatabaseFailure

/** Why the database cannot be used (see `StoreError`); `storage` stands for the rest. */
const databaseFailures = ["storage", "blocked", "unanswered", "newer", "unavailable"] as const
export type DatabaseFailure = (typeof databaseFailures)[number]

export const isOfDatabase = (failure: ImageFailure): failure is DatabaseFailure =>
  databaseFailures.some((one) => one === failure)

export class ImageError extends Error {
  readonly failure: ImageFailure
  /** Of a server that was reached, and answered with an HTTP error. */
  readonly httpStatus: number | undefined
  constructor(failure: ImageFailure, httpStatus?: number) {
    super(failure)
    this.failure = failure
    this.httpStatus = httpStatus
  }
}

/** The server asks to be left alone for so long, ms. */
export class WaitError extends ImageError {
  readonly waitMs: number
  constructor(waitMs: number) {
    super("wait")
    this.waitMs = waitMs
  }
}

export const httpStatusOf = (cause: unknown): { readonly httpStatus?: number } =>
  cause instanceof ImageError && cause.httpStatus !== undefined ? { httpStatus: cause.httpStatus } : {}

export const failureOf = (cause: unknown): ImageFailure => (cause instanceof ImageError ? cause.failure : "storage")
