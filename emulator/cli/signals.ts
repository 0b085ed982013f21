/** Ends a serving command: by Ctrl+C, by a signal to it alone, or by one to npm around it. */

/** One Ctrl+C arrives twice within this time, ms: from the terminal, and from npm, which forwards it. */
const SAME_PRESS_MS = 1_000

/** Resolves on SIGINT or SIGTERM. A second signal, at least a second later, ends the process at once. */
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
