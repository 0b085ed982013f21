/** The reason why the worker failed. Plain text, because an error loses its class on the way to the page. */
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

/** Reasons why the database is unusable (see `StoreError`); `storage` covers the rest. */
const databaseFailures = ["storage", "blocked", "unanswered", "newer", "unavailable"] as const
export type DatabaseFailure = (typeof databaseFailures)[number]

export const isOfDatabase = (failure: ImageFailure): failure is DatabaseFailure =>
  databaseFailures.some((one) => one === failure)

export class ImageError extends Error {
  readonly failure: ImageFailure
  /** The HTTP error with which a reached server answered. */
  readonly httpStatus: number | undefined
  constructor(failure: ImageFailure, httpStatus?: number) {
    super(failure)
    this.failure = failure
    this.httpStatus = httpStatus
  }
}

/** The server asked for a wait of so long, ms. */
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
