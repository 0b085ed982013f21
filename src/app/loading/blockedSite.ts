/** Whether code failed because the browser lets this site keep no data: then every way to it throws this error. */
export const isBlockedSite = (cause: unknown): boolean =>
  cause instanceof DOMException && cause.name === "SecurityError"
