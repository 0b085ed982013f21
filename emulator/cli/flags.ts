import { printable } from "./printable.ts"

/** Flags of every command: typed, each read once, and any mistake is one line and exit code 2. */

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
 * Reading takes a flag off the line, so that `end` finds what nobody asked for. Both `--name value` and `--name=value`
 * are read. Every method throws `BadUse` with a line that names the flag.
 */
export interface Flags {
  integer(name: string, bounds: Bounds): number | undefined
  choice<const Option extends string>(name: string, options: readonly Option[]): Option | undefined
  text(name: string): string | undefined
  toggle(name: string): boolean
  /** The arguments, once all flags are read: as many as there are names, which are for the message. */
  positionals(...names: readonly string[]): readonly string[]
  /** Refuses what is still on the line. */
  end(): void
}

const isFlag = (word: string): boolean => word.startsWith("--")
/** `-x` is no flag that anybody reads, and no file either; `./-x` is one. */
const looksLikeFlag = (word: string): boolean => word.startsWith("-") && word !== "-"
const unknown = (word: string): BadUse => new BadUse(`unknown flag ${word.split("=")[0]}`)

/** Takes `--name` off the line; with a value when `valued`. */
const take = (line: string[], name: string, valued: boolean): string | undefined => {
  const at = line.findIndex((word) => word === `--${name}` || word.startsWith(`--${name}=`))
  if (at < 0) return undefined
  const [word = ""] = line.splice(at, 1)
  const inline = word.includes("=") ? word.slice(word.indexOf("=") + 1) : undefined
  if (line.some((other) => other === `--${name}` || other.startsWith(`--${name}=`)))
    throw new BadUse(`--${name} is given twice`)
  if (!valued) {
    if (inline !== undefined) throw new BadUse(`--${name} takes no value`)
    return ""
  }
  if (inline !== undefined) return inline
  const next = line[at]
  if (next === undefined || isFlag(next)) throw new BadUse(`--${name} needs a value`)
  line.splice(at, 1)
  return next
}

export const openFlags = (args: readonly string[]): Flags => {
  const line = [...args]
  return {
    integer: (name, { min, max }) => {
      const text = take(line, name, true)
      if (text === undefined) return undefined
      const value = /^-?[0-9]{1,16}$/.test(text) ? Number(text) : Number.NaN
      if (!(value >= min && value <= max))
        throw new BadUse(`--${name} takes a whole number from ${min} to ${max}, not "${text}"`)
      return value
    },
    choice: (name, options) => {
      const text = take(line, name, true)
      const chosen = options.find((option) => option === text)
      if (text !== undefined && chosen === undefined)
        throw new BadUse(`--${name} takes ${options.join(" or ")}, not "${text}"`)
      return chosen
    },
    text: (name) => {
      const text = take(line, name, true)
      if (text === "") throw new BadUse(`--${name} needs a value`)
      return text
    },
    toggle: (name) => take(line, name, false) !== undefined,
    positionals: (...names) => {
      const flag = line.find(looksLikeFlag)
      if (flag !== undefined) throw unknown(flag)
      const words = [...line]
      if (words.length < names.length) throw new BadUse(`${names.slice(words.length).join(" and ")} is missing`)
      for (const word of words.slice(0, names.length)) line.splice(line.indexOf(word), 1)
      return words.slice(0, names.length)
    },
    end: () => {
      const [word] = line
      if (word === undefined) return
      throw looksLikeFlag(word) ? unknown(word) : new BadUse(`unexpected argument "${word}"`)
    },
  }
}

export const asLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split("\n", 1)[0] ?? ""

/**
 * Runs a command: `--help` or `-h` prints its usage; a mistake or a failure becomes one line on standard error, with the name
 * of the command, and the exit code.
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
