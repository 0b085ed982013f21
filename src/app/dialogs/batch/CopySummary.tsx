import { useTranslation } from "react-i18next"
import type { State } from "../../../domain/product/state.ts"
import { type BatchRow, type BatchSummary, batchDevices, batchRow } from "../../../domain/views/batch.ts"
import { useHandle } from "../../client/client.ts"
import { useNow } from "../../client/clock.ts"
import { CopyButton } from "../../sharing/CopyButton.tsx"
import { useStandWords } from "./words.ts"

const rowsOf = (state: State, id: string, now: number): readonly BatchRow[] =>
  batchDevices(state, id).flatMap((did) => batchRow(state, id, did, now) ?? [])

/** Copies what became of each device, for a message or a report. */
export const CopySummary = ({ batch: { id, kind, done, of } }: { readonly batch: BatchSummary }) => {
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
