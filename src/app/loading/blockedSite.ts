/**
 * True when code failed because the browser lets this site keep no data. Every access to storage then throws this
 * error.
 */
export const isBlockedSite = (cause: unknown): boolean =>
  cause instanceof DOMException && cause.name === "SecurityError"
