import type { ReactNode } from "react"
import { Later, laterPart, useAhead } from "./later.tsx"
import { useRecordedDialog } from "./useRecordedDialog.ts"

const renameAccount = laterPart(() => import("./RenameAccountDialog.tsx").then((m) => m.RenameAccountDialog))

/** The dialog that renames the own account; its code comes when it is first opened. */
export const useAccountDialog = (name: string): { readonly dialog: ReactNode; readonly openDialog: () => void } => {
  useAhead(renameAccount.fetch)
  const { isOpen, wasOpened, turn, open, close } = useRecordedDialog("renameAccount", null)
  return {
    dialog: wasOpened && <Later key={turn} of={renameAccount} with={{ name, isOpen, onClose: close }} />,
    openDialog: open,
  }
}
