/**
 * What a repeated attempt means. A shared machine may run out of time: such a test is named and forgiven. Everything else
 * that fails once and passes once is a race of ours, and fails the run.
 */

/** One test that passed, with the errors of its attempts before. */
export interface Attempted {
  readonly name: string
  readonly file: string
  readonly retries: number
  readonly errors: ReadonlyArray<AttemptError>
}

export interface Retried {
  readonly isForgiven: boolean
  /** One line for people. */
  readonly line: string
}

/** The words of Vitest and Playwright when the time of a test, a hook or a step is over. */
const TIME_OVER = /^(?:TimeoutError:|(?:[\w.]+: )?Timeout \d+ ?ms exceeded|(?:Test|Hook) timed out in|Timed out)/
/** Vitest's words for the cause of a polled expectation that failed: until its time was over, the machine had not come to it. */
const POLL_OVER = "Matcher did not succeed in time."

const firstLine = (text: string): string => text.split("\n", 1)[0] ?? ""

/** An error of an attempt, as Vitest passes it on from a worker. */
export interface AttemptError {
  readonly message: string
  readonly cause?: { readonly message: string } | undefined
}

const isTimeOver = ({ message, cause }: AttemptError): boolean =>
  cause?.message === POLL_OVER || TIME_OVER.test(firstLine(message))

/** Without an error to judge by nothing is forgiven. */
export function judgeRetry({ name, file, retries, errors }: Attempted): Retried | undefined {
  if (retries === 0) return undefined
  const isForgiven = errors.length > 0 && errors.every(isTimeOver)
  const verdict = isForgiven ? "ran out of time and was tried again" : "passed only when it was tried again"
  return { isForgiven, line: `${file}: "${name}" ${verdict}: ${firstLine(errors[0]?.message ?? "no error was kept")}` }
}
