import { memo } from "react"
import { useTranslation } from "react-i18next"
import type { State } from "../../../domain/product/state.ts"
import { type BatchSummary, batchSummaries } from "../../../domain/views/batch.ts"
import { useView } from "../../client/client.ts"
import { useAsk } from "../../toasts/useAsk.ts"
import { Button } from "../../ui/Button.tsx"
import { IconButton } from "../../ui/IconButton.tsx"
import { CloseIcon } from "../../ui/icons.ts"
import { useOpenDialog } from "../useOpenDialog.ts"
import { BatchActions } from "./BatchActions.tsx"
import { BatchProgress } from "./BatchProgress.tsx"

const Batch = ({ batch }: { readonly batch: BatchSummary }) => {
  const { t } = useTranslation()
  const ask = useAsk()
  const openDialog = useOpenDialog()
  const { id, kind, of, isEnded } = batch
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

/** What is being done with several devices: what waits in a batch is in no other list. */
const underWay = (state: State, now: number) => batchSummaries(state, now).filter(({ isEnded }) => !isEnded)

/** The same, or was: one ruler for all of each, until a person has seen it (DEVICE-18). */
export const Batches = memo(({ isUnderWay = false }: { readonly isUnderWay?: boolean }) => {
  const { t } = useTranslation()
  const batches = useView(isUnderWay ? underWay : batchSummaries) ?? []
  if (batches.length === 0) return null
  return (
    <ul className="batches" aria-label={t("dialog.batch.list")}>
      {batches.map((batch) => (
        <Batch key={batch.id} batch={batch} />
      ))}
    </ul>
  )
})
