import { useCallback, useRef } from "react"
import type { State } from "../../domain/product/state.ts"
import { type SubAccountRow, subAccountRow } from "../../domain/views/subAccounts.ts"
import { useView } from "../client/client.ts"

/** The sub-account a dialog is about; the last known one stays while it closes, should it go. */
export const useSubAccount = (id: string): SubAccountRow | null => {
  const last = useRef<SubAccountRow | null>(null)
  const row = useView(useCallback((state: State) => subAccountRow(state, id), [id]))
  if (row !== undefined && row !== null) last.current = row
  return last.current
}
