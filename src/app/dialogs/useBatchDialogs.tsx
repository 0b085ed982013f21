import { createContext, type ReactNode, useContext, useMemo, useState } from "react"
import { Later, laterPart } from "./later.tsx"
import { type SubjectDialogProps, useDialogs } from "./useDialogs.tsx"

/** The devices of a batch as they were chosen when it was opened. */
const Chosen = createContext<readonly string[]>([])

const batchDialog = laterPart(() => import("./BatchDialog.tsx").then((m) => m.BatchDialog))

const Batch = ({ kind, ...props }: SubjectDialogProps & { readonly kind: "wake" | "reboot" | "assign" }) => (
  <Later of={batchDialog} with={{ ...props, kind, dids: useContext(Chosen) }} />
)
const tagsDialog = laterPart(() => import("./TagsDialog.tsx").then((m) => m.BatchTagsDialog))
const BatchTags = (props: SubjectDialogProps) => <Later of={tagsDialog} with={{ ...props, dids: useContext(Chosen) }} />
const BatchWake = (props: SubjectDialogProps) => <Batch {...props} kind="wake" />
const BatchReboot = (props: SubjectDialogProps) => <Batch {...props} kind="reboot" />
const BatchAssign = (props: SubjectDialogProps) => <Batch {...props} kind="assign" />

const dialogs = {
  batchWake: { ...batchDialog, part: () => BatchWake },
  batchReboot: { ...batchDialog, part: () => BatchReboot },
  batchAssign: { ...batchDialog, part: () => BatchAssign },
  batchTags: { ...tagsDialog, part: () => BatchTags },
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
