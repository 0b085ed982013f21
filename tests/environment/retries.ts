/**
 * What a repeated attempt means. A shared machine may run out of time: such a test is named and forgiven. Everything else
 * that fails once and passes once is a race of ours, and fails the run. A wake-up that gets lost runs out of time, too: so
 * few are forgiven in a run, and none that ran out of time twice.
 */

/** Tests that a run forgives. */
export const FORGIVEN_MAX = 2
/** Further attempts of one test that are forgiven. */
const RETRIES_FORGIVEN = 1

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

/** Playwright's words, in its call log, for what a step waited for; terminal colours may be around them. */
const WAITED_FOR = /- (waiting for \P{Cc}+)/u

/** The first line, and what was waited for where a step of a browser tells. */
const briefly = (message: string): string => {
  const waited = WAITED_FOR.exec(message)?.[1]
  return waited === undefined ? firstLine(message) : `${firstLine(message)} ${waited}`
}

/** An error of an attempt, as Vitest passes it on from a worker. */
export interface AttemptError {
  readonly message: string
  readonly cause?: { readonly message: string } | undefined
}

/** A property of fast-check that failed has the error of its run as its cause. */
const isTimeOver = ({ message, cause }: AttemptError): boolean =>
  cause?.message === POLL_OVER || [message, cause?.message ?? ""].some((text) => TIME_OVER.test(firstLine(text)))

const verdicts = {
  forgiven: "ran out of time and was tried again",
  often: "ran out of time more than once",
  many: `ran out of time and was tried again, after ${FORGIVEN_MAX} others of this run`,
  race: "passed only when it was tried again",
} as const

/** Without an error to judge by nothing is forgiven. */
function verdictOf({ retries, errors }: Attempted, forgiven: number): keyof typeof verdicts {
  if (errors.length === 0 || !errors.every(isTimeOver)) return "race"
  if (retries > RETRIES_FORGIVEN) return "often"
  return forgiven < FORGIVEN_MAX ? "forgiven" : "many"
}

/** Judges a test that passed, when so many of its run were `forgiven` before. */
export function judgeRetry(attempted: Attempted, forgiven: number): Retried | undefined {
  const { name, file, retries, errors } = attempted
  if (retries === 0) return undefined
  const verdict = verdictOf(attempted, forgiven)
  const why = briefly(errors[0]?.message ?? "no error was kept")
  return { isForgiven: verdict === "forgiven", line: `${file}: "${name}" ${verdicts[verdict]}: ${why}` }
}
