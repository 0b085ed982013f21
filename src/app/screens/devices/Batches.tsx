import { useTranslation } from "react-i18next"
import { type BatchSummary, batchSummaries } from "../../../domain/views/batch.ts"
import { useView } from "../../client/client.ts"
import { BatchActions } from "../../dialogs/batch/BatchActions.tsx"
import { BatchProgress } from "../../dialogs/batch/BatchProgress.tsx"
import { useOpenDialog } from "../../dialogs/useOpenDialog.ts"
import { useAsk } from "../../toasts/useAsk.ts"
import { Button } from "../../ui/Button.tsx"
import { IconButton } from "../../ui/IconButton.tsx"
import { CloseIcon } from "../../ui/icons.ts"

const Batch = ({ batch }: { readonly batch: BatchSummary }) => {
  const { t } = useTranslation()
  const ask = useAsk()
  const openDialog = useOpenDialog()
  const { id, kind, of, phase } = batch
  const isEnded = phase === "done" || phase === "stopped" || phase === "expired"
  return (
    <li className="batch-line">
      <b>{t("dialog.batch.line", { what: t(`common.action.${kind}`), count: of })}</b>
      <BatchProgress batch={batch} />
      <span className="row">
        <BatchActions batch={batch} />
        <Button onPress={() => openDialog("batch", { subject: id })}>{t("common.action.show")}</Button>
        {isEnded && (
          <IconButton
            icon={CloseIcon}
            label={t("common.action.dismiss")}
            onPress={() => ask({ type: "MoveBatch", batch: id, to: "dismissed" })}
          />
        )}
      </span>
    </li>
  )
}

/** What is being done with several devices, or was: one ruler for all of each, until a person has seen it (DEVICE-18). */
export const Batches = () => {
  const { t } = useTranslation()
  const batches = useView(batchSummaries) ?? []
  if (batches.length === 0) return null
  return (
    <ul className="batches" aria-label={t("dialog.batch.list")}>
      {batches.map((batch) => (
        <Batch key={batch.id} batch={batch} />
      ))}
    </ul>
  )
}
