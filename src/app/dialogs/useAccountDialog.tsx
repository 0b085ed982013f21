import { lazy, type ReactNode, Suspense } from "react"
import { useRecordedDialog } from "./useRecordedDialog.ts"

const RenameAccountDialog = lazy(() =>
  import("./RenameAccountDialog.tsx").then((m) => ({ default: m.RenameAccountDialog })),
)

/** The dialog that renames the own account; its code comes when it is first opened. */
export const useAccountDialog = (name: string): { readonly dialog: ReactNode; readonly openDialog: () => void } => {
  const { isOpen, wasOpened, turn, open, close } = useRecordedDialog("renameAccount", null)
  return {
    dialog: wasOpened && (
      <Suspense fallback={null}>
        <RenameAccountDialog key={turn} name={name} isOpen={isOpen} onClose={close} />
      </Suspense>
    ),
    openDialog: open,
  }
}
