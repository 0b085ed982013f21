import { type Checker, type CheckResult, CheckStatus } from "@stryker-mutator/api/check"
import type { Mutant as StrykerMutant, StrykerOptions } from "@stryker-mutator/api/core"
import { commonTokens, declareClassPlugin, PluginKind, tokens } from "@stryker-mutator/api/plugin"
import { nameOf, placed } from "./mutants.ts"

/**
 * Stryker's `mutate` names ranges of the text, and a range also has mutants that were not drawn. This Stryker plug-in
 * ignores those before a test runs.
 */

/** The name of the Stryker option with the names of the drawn mutants. */
export const DRAWN_OPTION = "drawn"

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === "string")

class OnlyDrawn implements Checker {
  static readonly inject = tokens(commonTokens.options)
  readonly #drawn: ReadonlySet<string>

  constructor(options: StrykerOptions) {
    const names = options[DRAWN_OPTION]
    if (!isTexts(names)) throw new Error(`Stryker's option ${DRAWN_OPTION} must be a list of names`)
    this.#drawn = new Set(names)
  }

  async init(): Promise<void> {}

  async group(mutants: StrykerMutant[]): Promise<string[][]> {
    return [mutants.map(({ id }) => id)]
  }

  async check(mutants: StrykerMutant[]): Promise<Record<string, CheckResult>> {
    return Object.fromEntries(mutants.map((mutant) => [mutant.id, this.#resultOf(mutant)]))
  }

  #resultOf(mutant: StrykerMutant): CheckResult {
    return this.#drawn.has(nameOf(placed(mutant)))
      ? { status: CheckStatus.Passed }
      : { status: CheckStatus.CompileError, reason: "not drawn" }
  }
}

export const strykerPlugins = [declareClassPlugin(PluginKind.Checker, "drawn", OnlyDrawn)]
