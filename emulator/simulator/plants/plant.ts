import { registerHooks } from "node:module"

/** A bug to plant: one place of one source file is replaced while the code is loaded; nothing on disk changes. */
export interface Plant {
  readonly name: string
  /** Path from the root of the repository. */
  readonly file: string
  /** Occurs exactly once in the file. */
  readonly find: string
  readonly replace: string
  /** What a person would lose by it. */
  readonly why: string
  /** Node tests to ask first where the simulator misses it: paths from the root of the repository. */
  readonly tests?: readonly string[]
}

const ROOT = new URL("../../../", import.meta.url)

/** Source text with the bug in it. A plant that fits nowhere, or in several places, tests nothing: that is an error. */
export const planted = (source: string, { name, file, find, replace }: Plant): string => {
  const places = source.split(find).length - 1
  if (places !== 1) throw new Error(`plant ${name}: its text occurs ${places} times in ${file}, not once`)
  return source.replace(find, () => replace)
}

/** Plants a bug into everything that this thread loads from now on. */
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
