/** Ends the task, so that what waits for the page, a key or a paint, comes before the rest. */
export const afterThis = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))
