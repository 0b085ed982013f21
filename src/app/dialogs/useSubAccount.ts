import { type SubAccountRow, subAccountRow } from "../../domain/views/subAccounts.ts"
import { useLasting } from "./useLasting.ts"

/** The sub-account a dialog is about. */
export const useSubAccount = (id: string): SubAccountRow | null => useLasting(subAccountRow, id)
