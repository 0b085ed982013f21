import { parseArgs } from "node:util"
import { printable } from "./printable.ts"

/** Flags of every command. They are typed, and each is read once. Any mistake gives one line and exit code 2. */

/** The caller used the command wrongly: exit code 2. */
export class BadUse extends Error {}
/** The command could not do its work: exit code 1. */
export class CommandFailed extends Error {}

export const EXIT_FAILED = 1
export const EXIT_BAD_USE = 2

interface Bounds {
  readonly min: number
  readonly max: number
}

/**
 * Reading takes a flag off the line, so that `end` finds unknown flags. A value follows as `--name value` or
 * `--name=value`. Every method throws `BadUse` with a line that names the flag.
 */
export interface Flags {
  integer(name: string, bounds: Bounds): number | undefined
  choice<const Option extends string>(name: string, options: readonly Option[]): Option | undefined
  text(name: string): string | undefined
  toggle(name: string): boolean
  /** The arguments, after all flags are read. There must be one for each name; the names are for the message. */
  positionals(...names: readonly string[]): readonly string[]
  /** The one word that the line may have. Undefined when there is none. */
  word(): string | undefined
  /** Throws `BadUse` when something is left on the line. */
  end(): void
}

/** Node splits the words. The reader of a flag knows whether it takes a value, so none is declared here. */
const tokensOf = (args: readonly string[]) =>
  parseArgs({ args: [...args], strict: false, allowPositionals: true, tokens: true }).tokens
type Token = ReturnType<typeof tokensOf>[number]

const unknown = (word: string): BadUse => new BadUse(`unknown flag ${word.split("=")[0]}`)

/** The rest of a line. Taking a flag or an argument removes it. */
const openLine = (args: readonly string[]) => {
  let line = tokensOf(args)
  const wordOf = ({ index }: Token): string => args[index] ?? ""
  const remove = (taken: Token): void => {
    line = line.filter(({ index }) => index !== taken.index)
  }
  /**
   * Takes `--name` off the line. When `valued`, it also takes a value, which may begin with one dash (`--devices -1`).
   */
  const take = (name: string, valued: boolean): string | undefined => {
    const [flag, again] = line.flatMap((one) => (one.kind === "option" && one.rawName === `--${name}` ? [one] : []))
    if (flag === undefined) return undefined
    if (again !== undefined) throw new BadUse(`--${name} is given twice`)
    remove(flag)
    if (!valued && flag.inlineValue) throw new BadUse(`--${name} takes no value`)
    if (!valued) return ""
    if (flag.inlineValue) return flag.value
    const next = line.find(({ index }) => index === flag.index + 1)
    if (next === undefined || wordOf(next).startsWith("--")) throw new BadUse(`--${name} needs a value`)
    remove(next)
    return wordOf(next)
  }
  /** Takes up to `most` arguments. An unknown flag is no argument. */
  const takeWords = (most: number): readonly string[] => {
    const flag = line.find(({ kind }) => kind === "option")
    if (flag !== undefined) throw unknown(wordOf(flag))
    const taken = line.slice(0, most)
    taken.forEach(remove)
    return taken.map(wordOf)
  }
  const end = (): void => {
    const [token] = line
    if (token === undefined) return
    throw token.kind === "option" ? unknown(wordOf(token)) : new BadUse(`unexpected argument "${wordOf(token)}"`)
  }
  return { take, takeWords, end }
}

export const openFlags = (args: readonly string[]): Flags => {
  const { take, takeWords, end } = openLine(args)
  return {
    integer: (name, { min, max }) => {
      const text = take(name, true)
      if (text === undefined) return undefined
      const value = /^-?[0-9]{1,16}$/.test(text) ? Number(text) : Number.NaN
      if (!(value >= min && value <= max))
        throw new BadUse(`--${name} takes a whole number from ${min} to ${max}, not "${text}"`)
      return value
    },
    choice: (name, options) => {
      const text = take(name, true)
      const chosen = options.find((option) => option === text)
      if (text !== undefined && chosen === undefined)
        throw new BadUse(`--${name} takes ${options.join(" or ")}, not "${text}"`)
      return chosen
    },
    text: (name) => {
      const text = take(name, true)
      if (text === "") throw new BadUse(`--${name} needs a value`)
      return text
    },
    toggle: (name) => take(name, false) !== undefined,
    positionals: (...names) => {
      const words = takeWords(names.length)
      if (words.length < names.length) throw new BadUse(`${names.slice(words.length).join(" and ")} is missing`)
      return words
    },
    word: () => takeWords(1)[0],
    end,
  }
}

export const asLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split("\n", 1)[0] ?? ""

/**
 * Runs a command. `--help` or `-h` prints its usage. A mistake or a failure becomes one line on standard error, with
 * the name of the command, and the exit code.
 */
export const runCommand = async (
  name: string,
  usage: string,
  main: (flags: Flags) => void | Promise<void>,
): Promise<void> => {
  const args = process.argv.slice(2)
  if (args.includes("--help") || args.includes("-h")) {
    console.log(usage)
    return
  }
  try {
    await main(openFlags(args))
  } catch (error) {
    if (!(error instanceof BadUse) && !(error instanceof CommandFailed)) throw error
    console.error(printable(`${name}: ${asLine(error)}`))
    process.exitCode = error instanceof BadUse ? EXIT_BAD_USE : EXIT_FAILED
  }
}
