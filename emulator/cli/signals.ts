/** Ending a command that serves: by Ctrl+C, by a signal to it alone, or by one to npm around it. */

/** Within this time the same press arrives again, ms: from the terminal, and from npm, which hands on what it gets. */
const SAME_PRESS_MS = 1_000

/** Resolves on SIGINT or SIGTERM. Another one a second later or more ends the process at once. */
export const untilSignal = (): Promise<void> =>
  new Promise((resolve) => {
    let first: number | undefined
    for (const signal of ["SIGINT", "SIGTERM"] as const)
      process.on(signal, () => {
        first ??= performance.now()
        if (performance.now() - first >= SAME_PRESS_MS) process.exit(1)
        resolve()
      })
  })
