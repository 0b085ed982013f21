import { useMemo, useSyncExternalStore } from "react"
import { keep, onKept, readKept } from "../../adapters/browser/kept.ts"
import type { State } from "../../domain/product/state.ts"
import { useView } from "../client/client.ts"
import { type Macro, macrosIn, renamed, withMacro, withoutMacro } from "./macros.ts"

/** The owner of the macros: the account that is signed in, or all guests of this browser. */
const ownerIn = ({ session }: State): string => session.current?.account ?? "guest"

/** The storage key. Macros are never in the log or in an export, because one may type a password. */
const keyOf = (owner: string): string => `macros.${owner}`

export interface Macros {
  readonly macros: readonly Macro[]
  readonly save: (macro: Macro) => void
  /** `to` must not be the name of another macro. */
  readonly rename: (from: string, to: string) => void
  readonly remove: (name: string) => void
}

/** The macros of this account in this browser. */
export const useMacros = (): Macros => {
  const key = keyOf(useView(ownerIn) ?? "guest")
  const text = useSyncExternalStore(onKept, () => readKept(key))
  const macros = useMemo(() => macrosIn(text), [text])
  const write = (next: readonly Macro[]) => keep(key, JSON.stringify(next))
  return {
    macros,
    save: (macro) => write(withMacro(macros, macro)),
    rename: (from, to) => write(renamed(macros, from, to)),
    remove: (name) => write(withoutMacro(macros, name)),
  }
}
