import { useTranslation } from "react-i18next"
import { Dialog } from "../ui/Dialog.tsx"
import { RecordActions, RecordBody, useBatch } from "./batch/Record.tsx"
import type { DialogProps } from "./dialogProps.ts"

/** The progress of a batch that was begun before. */
export const BatchRecordDialog = ({ subject: id, isOpen, onClose }: DialogProps) => {
  const { t } = useTranslation()
  const batch = useBatch(id) ?? null
  return (
    <Dialog
      isOpen={isOpen && batch !== null}
      onClose={onClose}
      wide
      title={batch === null ? "" : t(`common.action.${batch.kind}`)}
      actions={batch !== null && <RecordActions batch={batch} onClose={onClose} />}
    >
      {batch !== null && <RecordBody batch={batch} />}
    </Dialog>
  )
}
