/** Time and memory of a measured program, as `usageReport.ts` writes and the bench reads them. */

export interface Took {
  /** Time from the start of the process to its end. */
  readonly ms: number
  /** Processor time of its own code in all threads. Other work on the machine changes it less. */
  readonly busyMs: number
  /** Peak memory of the process, MB. */
  readonly peak: number
}

/** The file descriptor of the reports. */
export const REPORT_CHANNEL = 3
