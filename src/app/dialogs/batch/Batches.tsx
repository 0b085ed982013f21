import { memo, useLayoutEffect, useRef } from "react"
import { useTranslation } from "react-i18next"
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
      {/* The buttons at the end replace those before them, and push nothing aside (UX-5). */}
      <span key={isEnded ? "ended" : "open"} className="bulk-actions">
        <BatchActions batch={batch} />
      </span>
      <Button onPress={() => openDialog("batch", { subject: id })}>{t("common.action.show")}</Button>
      {isEnded ? (
        <IconButton
          icon={CloseIcon}
          label={t("common.action.dismiss")}
          onPress={() => ask({ type: "MoveBatch", batch: id, to: "dismissed" })}
        />
      ) : (
        <span className="icon" />
      )}
    </li>
  )
}

/** The batches that have not ended. While the list has the pointer or the focus, those that end keep their rows. */
const useUnderWay = (all: readonly BatchSummary[], isHeld: boolean): readonly BatchSummary[] => {
  const shown = useRef<ReadonlySet<string>>(new Set())
  const batches = all.filter(({ id, isEnded }) => !isEnded || (isHeld && shown.current.has(id)))
  useLayoutEffect(() => {
    shown.current = new Set(batches.map(({ id }) => id))
  })
  return batches
}

const List = ({ batches }: { readonly batches: readonly BatchSummary[] }) => {
  const { t } = useTranslation()
  if (batches.length === 0) return null
  return (
    <ul className="batches" aria-label={t("dialog.batch.list")}>
      {batches.map((batch) => (
        <Batch key={batch.id} batch={batch} />
      ))}
    </ul>
  )
}

/** The bulk actions under way. No other list shows the actions that wait in a batch. `isHeld`: no row may move. */
export const BatchesUnderWay = memo(({ isHeld }: { readonly isHeld: boolean }) => (
  <List batches={useUnderWay(useView(batchSummaries) ?? [], isHeld)} />
))

/** All batches, also ended ones until a person has seen them: one ruler for each (DEVICE-18). */
export const Batches = memo(() => <List batches={useView(batchSummaries) ?? []} />)
