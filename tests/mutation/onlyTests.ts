import { Schema } from "effect"

/**
 * The Node tests that alone are asked, for the processes that Stryker starts: they inherit the environment. Stryker's option
 * `testFiles` would not do: with it a mutant is switched on after the modules were loaded, so constants and tables keep
 * their values, and every mutant of them seems to be missed.
 */

const VARIABLE = "MUTATION_TESTS"

const Paths = Schema.Array(Schema.String)
const decodePaths = Schema.decodeUnknownSync(Schema.fromJsonString(Paths))

/** The patterns of the tests: files, and all tests of folders. Undefined when all tests are asked. */
export const onlyTests = (): string[] | undefined => {
  const text = process.env[VARIABLE]
  return text === undefined ? undefined : decodePaths(text).flatMap((path) => [path, `${path}/**/*.test.ts`])
}

/** Does the work while the processes that it starts see these paths, from the root of the repository. */
export const withOnlyTests = async <A>(paths: readonly string[] | undefined, work: () => Promise<A>): Promise<A> => {
  if (paths === undefined) return work()
  process.env[VARIABLE] = JSON.stringify(paths)
  try {
    return await work()
  } finally {
    delete process.env[VARIABLE]
  }
}
