import { useCallback } from "react"
import type { State } from "../../domain/product/state.ts"
import { type SubAccountRow, subAccountRow } from "../../domain/views/subAccounts.ts"
import { useLasting } from "./useLasting.ts"

/** The sub-account a dialog is about. */
export const useSubAccount = (id: string): SubAccountRow | null =>
  useLasting(useCallback((state: State) => subAccountRow(state, id), [id]))
