/** What a measured program took, as `usageReport.ts` writes it and the bench reads it. */

export interface Took {
  /** From the start of the process to its end. */
  readonly ms: number
  /** Processor time of its own code in all its threads: other work on the machine changes it less. */
  readonly busyMs: number
  /** The most memory that the process has had, MB. */
  readonly peak: number
}

/** The file descriptor of the reports. */
export const REPORT_CHANNEL = 3
