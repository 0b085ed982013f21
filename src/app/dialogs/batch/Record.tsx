import { memo, useCallback, useEffect } from "react"
import { useTranslation } from "react-i18next"
import type { State } from "../../../domain/product/state.ts"
import { type BatchRow, type BatchSummary, batchDevices, batchRow, batchSummary } from "../../../domain/views/batch.ts"
import type { BatchStand } from "../../../domain/views/batchNotice.ts"
import type { ItemFacts } from "../../../domain/views/batchOutcome.ts"
import { useHandle, useSend, useView, useViewOf } from "../../client/client.ts"
import { useNow } from "../../client/clock.ts"
import { useClient } from "../../client/provider.ts"
import { rulerOfOutcome } from "../../i18n/outcomeText.ts"
import { CopyButton } from "../../sharing/CopyButton.tsx"
import { Button } from "../../ui/Button.tsx"
import { Glyph } from "../../ui/Glyph.tsx"
import { Name } from "../../ui/Name.tsx"
import { OutcomeRuler } from "../../ui/OutcomeRuler.tsx"
import { BatchActions } from "./BatchActions.tsx"
import { BatchProgress } from "./BatchProgress.tsx"
import { DeviceList } from "./DeviceList.tsx"
import { standGlyph, useStandWords } from "./words.ts"

/** While the caller shows the record of a batch, no toast shows its end. */
const useOpenRecord = (batch: string): void => {
  const { openRecords } = useClient()
  useEffect(() => {
    openRecords.add(batch)
    return () => {
      openRecords.delete(batch)
    }
  }, [batch, openRecords])
}

/**
 * The state of a device in a batch. Once the server has accepted a wake or a reboot, it is the ruler of its card; else
 * a sign.
 */
const StandSign = ({ stand, facts }: { readonly stand: BatchStand; readonly facts: ItemFacts }) => {
  if (stand.state !== "confirmed" || facts.power === null) return <Glyph name={standGlyph(stand)} />
  const ruler = rulerOfOutcome(facts.outcome?.stage ?? "taken")
  return ruler.isBack ? <Glyph name="confirmed" /> : <OutcomeRuler {...ruler} />
}

const rowsOf = (state: State, id: string, now: number): readonly BatchRow[] =>
  batchDevices(state, id).flatMap((did) => batchRow(state, id, did, now) ?? [])

/** Copies the outcome of each device, for a message or a report. */
const CopySummary = ({ batch: { id, kind, done, of } }: { readonly batch: BatchSummary }) => {
  const { t } = useTranslation()
  const handle = useHandle()
  const words = useStandWords()
  const now = useNow()
  if (handle === undefined) return null
  const summary = (): string =>
    [
      `${t(`common.action.${kind}`)}: ${t("dialog.batch.finished", { done, of })}`,
      ...rowsOf(handle.state(), id, now).map((row) => `${row.name}: ${words(row, row)}`),
    ].join("\n")
  return <CopyButton text={summary} what="pages.updates.copy" />
}

/** Undefined until the engine is ready; null when the batch is another account's, or was dismissed. */
export const useBatch = (id: string): BatchSummary | null | undefined => useViewOf(batchSummary, id)

/** Subscribes to its own device, so that a reply renders one row. */
const Row = memo(({ batch, did }: { readonly batch: string; readonly did: string }) => {
  const words = useStandWords()
  const row = useView(useCallback((state: State, now: number) => batchRow(state, batch, did, now), [batch, did]))
  if (row === undefined || row === null) return null
  return (
    <>
      <Name of={row.name} className="grow cut" />
      <span className="outcome">
        <StandSign stand={row} facts={row} /> {words(row, row)}
      </span>
    </>
  )
})

/** The progress of a batch, device by device (DEVICE-18). */
export const RecordBody = ({ batch }: { readonly batch: BatchSummary }) => {
  const { id, subject } = batch
  const dids = useViewOf(batchDevices, id) ?? []
  useOpenRecord(id)
  return (
    <>
      <BatchProgress batch={batch} />
      {subject !== "" && <Name of={subject} className="muted" />}
      <DeviceList dids={dids}>{(did) => <Row batch={id} did={did} />}</DeviceList>
    </>
  )
}

/** The actions on the whole batch. Leaving by this button dismisses the result. */
export const RecordActions = ({ batch, onClose }: { readonly batch: BatchSummary; readonly onClose: () => void }) => {
  const { t } = useTranslation()
  const send = useSend()
  const { isEnded } = batch
  const leave = () => {
    onClose()
    if (isEnded) send({ type: "MoveBatch", batch: batch.id, to: "dismissed" })
  }
  return (
    <>
      <BatchActions batch={batch} />
      {isEnded && <CopySummary batch={batch} />}
      <Button variant="primary" onPress={leave}>
        {t("common.action.done")}
      </Button>
    </>
  )
}
