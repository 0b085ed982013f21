import { useRef } from "react"
import type { State } from "../../domain/product/state.ts"
import { useViewOf } from "../client/client.ts"

/**
 * The subject of a dialog, as last seen: it stays while the dialog closes, even if the state loses it. `view` must be
 * the same function on every render.
 */
export const useLasting = <View>(
  view: (state: State, id: string, now: number) => View | null,
  id: string,
): View | null => {
  const last = useRef<View | null>(null)
  const seen = useViewOf(view, id)
  if (seen !== undefined && seen !== null) last.current = seen
  return last.current
}
