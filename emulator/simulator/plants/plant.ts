import { registerHooks } from "node:module"

/** A bug to plant. It replaces one place of one source file while the code loads; the file on disk stays. */
export interface Plant {
  readonly name: string
  /** Path from the root of the repository. */
  readonly file: string
  /** Occurs exactly once in the file. */
  readonly find: string
  readonly replace: string
  /** The loss for a person. */
  readonly why: string
  /** Node tests to run first when the simulator misses the bug: paths from the root of the repository. */
  readonly tests?: readonly string[]
}

const ROOT = new URL("../../../", import.meta.url)

/** The source text with the bug. Throws when the text to replace does not occur exactly once. */
export const planted = (source: string, { name, file, find, replace }: Plant): string => {
  const places = source.split(find).length - 1
  if (places !== 1) throw new Error(`plant ${name}: its text occurs ${places} times in ${file}, not once`)
  return source.replace(find, () => replace)
}

/** Plants a bug into all modules that this thread loads from now on. */
export const plant = (bug: Plant): void => {
  const { href } = new URL(bug.file, ROOT)
  registerHooks({
    load: (url, context, nextLoad) => {
      const loaded = nextLoad(url, context)
      if (url !== href) return loaded
      const { source } = loaded
      if (source === undefined || source === null) throw new Error(`${bug.file} has no text`)
      const text = typeof source === "string" ? source : new TextDecoder().decode(source)
      return { ...loaded, source: planted(text, bug) }
    },
  })
}
