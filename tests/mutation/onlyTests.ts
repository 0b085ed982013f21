import { Schema } from "effect"

/**
 * Passes the chosen Node tests to the processes that Stryker starts, through their environment. Stryker's option
 * `testFiles` would not do: it activates a mutant after the modules were loaded, so constants and tables keep their
 * values, and all their mutants seem missed.
 */

const VARIABLE = "MUTATION_TESTS"

const Paths = Schema.Array(Schema.String)
const decodePaths = Schema.decodeUnknownSync(Schema.fromJsonString(Paths))

/** Patterns of the tests: files, and all tests of folders. Undefined for all tests. */
export const onlyTests = (): string[] | undefined => {
  const text = process.env[VARIABLE]
  return text === undefined ? undefined : decodePaths(text).flatMap((path) => [path, `${path}/**/*.test.ts`])
}

/** Runs `work`, whose child processes see these paths, from the root of the repository. */
export const withOnlyTests = async <A>(paths: readonly string[] | undefined, work: () => Promise<A>): Promise<A> => {
  if (paths === undefined) return work()
  process.env[VARIABLE] = JSON.stringify(paths)
  try {
    return await work()
  } finally {
    delete process.env[VARIABLE]
  }
}
