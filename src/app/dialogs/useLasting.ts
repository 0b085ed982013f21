import { useRef } from "react"
import type { State } from "../../domain/product/state.ts"
import { useView } from "../client/client.ts"

/**
 * What a dialog is about, as last seen: it stays while the dialog closes, should it go. `view` must be the same function
 * while the dialog is about the same.
 */
export const useLasting = <View>(view: (state: State, now: number) => View | null): View | null => {
  const last = useRef<View | null>(null)
  const seen = useView(view)
  if (seen !== undefined && seen !== null) last.current = seen
  return last.current
}
