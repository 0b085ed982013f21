import { createContext, lazy, type ReactNode, useContext, useMemo, useState } from "react"
import { type SubjectDialogProps, useDialogs } from "./useDialogs.tsx"

const BatchDialog = lazy(() => import("./BatchDialog.tsx").then((m) => ({ default: m.BatchDialog })))

/** The devices of a batch as they were chosen when it was opened. */
const Chosen = createContext<readonly string[]>([])

const dialogs = {
  batchWake: (props: SubjectDialogProps) => <BatchDialog {...props} kind="wake" dids={useContext(Chosen)} />,
  batchReboot: (props: SubjectDialogProps) => <BatchDialog {...props} kind="reboot" dids={useContext(Chosen)} />,
  batchAssign: (props: SubjectDialogProps) => <BatchDialog {...props} kind="assign" dids={useContext(Chosen)} />,
}

type BatchDialogName = keyof typeof dialogs

/** The dialogs of the selection bar; what is chosen meanwhile does not change what is being done. */
export const useBatchDialogs = (
  chosen: ReadonlySet<string>,
): { readonly dialog: ReactNode; readonly open: (name: BatchDialogName) => void } => {
  const { dialog, open } = useDialogs<BatchDialogName>(dialogs)
  const [dids, setDids] = useState<readonly string[]>([])
  return useMemo(
    () => ({
      dialog: <Chosen value={dids}>{dialog}</Chosen>,
      open: (name) => {
        setDids([...chosen])
        open(name)
      },
    }),
    [chosen, dialog, dids, open],
  )
}
