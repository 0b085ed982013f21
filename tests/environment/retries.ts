/**
 * The rules for a repeated attempt. A test may time out on a shared machine: the run names and forgives it. Any other
 * test that fails once and passes once has a race of ours, and fails the run. A lost wake-up times out too, so a run
 * forgives only a few tests, and none that timed out twice.
 */

/** Most tests that a run forgives. */
export const FORGIVEN_MAX = 2
/** Most forgiven further attempts of one test. */
const RETRIES_FORGIVEN = 1

/** A passed test with the errors of its earlier attempts. */
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

/** The words of Vitest and Playwright for the timeout of a test, a hook or a step. */
const TIME_OVER = /^(?:TimeoutError:|(?:[\w.]+: )?Timeout \d+ ?ms exceeded|(?:Test|Hook) timed out in|Timed out)/
/** Vitest's words for the cause of a failed polled expectation: the machine was too slow. */
const POLL_OVER = "Matcher did not succeed in time."

const firstLine = (text: string): string => text.split("\n", 1)[0] ?? ""

/** Playwright's words in its call log for the target of a wait. Terminal colours may be around them. */
const WAITED_FOR = /- (waiting for \P{Cc}+)/u

/** The first line of an error, and the target of the wait if a browser step names it. */
const briefly = (message: string): string => {
  const waited = WAITED_FOR.exec(message)?.[1]
  return waited === undefined ? firstLine(message) : `${firstLine(message)} ${waited}`
}

/** An error of an attempt, as a Vitest worker reports it. */
export interface AttemptError {
  readonly message: string
  readonly cause?: { readonly message: string } | undefined
}

/** A failed property of fast-check has the error of its run as its cause. */
const isTimeOver = ({ message, cause }: AttemptError): boolean =>
  cause?.message === POLL_OVER || [message, cause?.message ?? ""].some((text) => TIME_OVER.test(firstLine(text)))

const verdicts = {
  forgiven: "ran out of time and was tried again",
  often: "ran out of time more than once",
  many: `ran out of time and was tried again, after ${FORGIVEN_MAX} others of this run`,
  race: "passed only when it was tried again",
} as const

/** Forgives nothing without an error to judge. */
function verdictOf({ retries, errors }: Attempted, forgiven: number): keyof typeof verdicts {
  if (errors.length === 0 || !errors.every(isTimeOver)) return "race"
  if (retries > RETRIES_FORGIVEN) return "often"
  return forgiven < FORGIVEN_MAX ? "forgiven" : "many"
}

/** Judges a passed test. `forgiven`: number of tests that the run has forgiven before. */
export function judgeRetry(attempted: Attempted, forgiven: number): Retried | undefined {
  const { name, file, retries, errors } = attempted
  if (retries === 0) return undefined
  const verdict = verdictOf(attempted, forgiven)
  const why = briefly(errors[0]?.message ?? "no error was kept")
  return { isForgiven: verdict === "forgiven", line: `${file}: "${name}" ${verdicts[verdict]}: ${why}` }
}
