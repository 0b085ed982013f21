/**
 * The argument of `-t`. A title begins with rows of the requirements in brackets, and a person copies it from the
 * output of a run. So a row is never read as a class of letters, and a text that is no regular expression is a title as
 * it was written.
 */

const FLAG = /^(-t|--testNamePattern|--test-name-pattern)(?:=(.*))?$/s
const ROW = /\[([A-Z][A-Z0-9]*-\d+)\]/g

/** Escapes by backslashes alone: Vitest is given the text of the expression. */
const literal = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&")

const isExpression = (text: string): boolean => {
  try {
    return new RegExp(text) instanceof RegExp
  } catch {
    return false
  }
}

/** The expression that finds what was asked for; a title that is read as an expression also finds itself. */
export const patternOf = (asked: string): string => {
  const rowsKept = asked.replaceAll(ROW, "\\[$1\\]")
  if (!isExpression(rowsKept)) return literal(asked)
  return rowsKept === literal(asked) ? rowsKept : `${rowsKept}|${literal(asked)}`
}

interface Named {
  /** The arguments for Vitest. */
  readonly args: readonly string[]
  /** The text after `-t`; null without one. */
  readonly asked: string | null
}

/** The arguments with `-t` made an expression; throws with a sentence where it has no name, or several. */
export const withPattern = (args: readonly string[]): Named => {
  const at = args.findIndex((arg) => FLAG.test(arg))
  const [, flag, joined] = FLAG.exec(args[at] ?? "") ?? []
  if (flag === undefined) return { args, asked: null }
  const asked = joined ?? args[at + 1]
  const rest = args.slice(at + (joined === undefined ? 2 : 1))
  if (asked === undefined || asked === "" || asked.startsWith("-"))
    throw new Error(`${flag} needs a part of a test's title behind it, such as ${flag} "[FW-6]"`)
  if (rest.some((arg) => FLAG.test(arg))) throw new Error(`${flag} can be given once: join titles by |`)
  return { args: [...args.slice(0, at), `--testNamePattern=${patternOf(asked)}`, ...rest], asked }
}
