/** Why the worker could not do what it was asked; plain text, because an error loses its class on the way. */
export type ImageFailure = "connect" | "truncated" | "wrongHash" | "quota" | "storage" | "cancelled" | "damaged"

export class ImageError extends Error {
  readonly failure: ImageFailure
  constructor(failure: ImageFailure) {
    super(failure)
    this.failure = failure
  }
}

export const failureOf = (cause: unknown): ImageFailure => (cause instanceof ImageError ? cause.failure : "storage")
