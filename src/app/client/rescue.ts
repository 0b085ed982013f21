/** The acts that are left to a person when the log cannot be opened. */
export interface Rescue {
  /** Logs out: erases the token and the secrets beside it. */
  readonly signOut: (done: () => void) => void
  /** Saves everything that can still be read to a file, and begins a new log with the actions that wait. */
  readonly beginAgain: (done: () => void, failed: () => void) => void
}
