import { memo, useCallback } from "react"
import { useTranslation } from "react-i18next"
import type { State } from "../../../domain/product/state.ts"
import { type BatchSummary, batchDevices, batchRow, batchSummary } from "../../../domain/views/batch.ts"
import { useSend, useView, useViewOf } from "../../client/client.ts"
import { useTelling } from "../../toasts/mutedBatch.ts"
import { Button } from "../../ui/Button.tsx"
import { Name } from "../../ui/Name.tsx"
import { BatchActions } from "./BatchActions.tsx"
import { BatchProgress } from "./BatchProgress.tsx"
import { CopySummary } from "./CopySummary.tsx"
import { DeviceList } from "./DeviceList.tsx"
import { StandSign } from "./StandSign.tsx"
import { useStandWords } from "./words.ts"

/** Undefined until the engine is there; null when it is another account's, or was seen to its end. */
export const useBatch = (id: string): BatchSummary | null | undefined => useViewOf(batchSummary, id)

/** Watches its own device, so that an answer renders one row. */
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

/** What has become of a batch so far, device by device (DEVICE-18). */
export const RecordBody = ({ batch }: { readonly batch: BatchSummary }) => {
  const { id, subject } = batch
  const dids = useViewOf(batchDevices, id) ?? []
  useTelling(id)
  return (
    <>
      <BatchProgress batch={batch} />
      {subject !== "" && <Name of={subject} className="muted" />}
      <DeviceList dids={dids}>{(did) => <Row batch={id} did={did} />}</DeviceList>
    </>
  )
}

/** What can be done about all of it. Leaving by this button dismisses the result. */
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
