import { useMemo, useSyncExternalStore } from "react"
import { keep, onKept, readKept } from "../../adapters/browser/kept.ts"
import { type Choices, choicesOf, withChoices } from "./choices.ts"

const KEY = "viewerChoices"

/** A person's choices for the screen of a device, stored in this browser. */
export const useChoices = (did: string): readonly [Choices, (change: Partial<Choices>) => void] => {
  const text = useSyncExternalStore(onKept, () => readKept(KEY))
  const choices = useMemo(() => choicesOf(text, did), [text, did])
  return [choices, (change) => keep(KEY, withChoices(readKept(KEY), did, { ...choices, ...change }))]
}
