import { useCallback, useState } from "react"
import { nothingTyped, type Typed } from "./form.ts"

/** The typed text of a form. It begins with the values that the person arrived with. */
export const useTyped = (arrived: () => Partial<Typed> & Pick<Typed, "serverType" | "serverUrl">) => {
  const [typed, setTyped] = useState<Typed>(() => ({ ...nothingTyped, ...arrived() }))
  const change = useCallback((part: Partial<Typed>) => setTyped((before) => ({ ...before, ...part })), [])
  return { typed, change }
}
