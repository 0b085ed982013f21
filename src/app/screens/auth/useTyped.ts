import { useCallback, useState } from "react"
import { nothingTyped, type Typed } from "./form.ts"

/** What is typed into the form, which begins with what a person arrived with. */
export const useTyped = (arrived: () => Partial<Typed> & Pick<Typed, "serverType" | "serverUrl">) => {
  const [typed, setTyped] = useState<Typed>(() => ({ ...nothingTyped, ...arrived() }))
  const change = useCallback((part: Partial<Typed>) => setTyped((before) => ({ ...before, ...part })), [])
  return { typed, change }
}
