import { useTranslation } from "react-i18next"
import type { BatchSummary } from "../../../domain/views/batch.ts"
import { Ticks } from "../../ui/Ticks.tsx"
import { useBatchWords } from "./words.ts"

const WHOLE = 100

/** The progress of a whole batch: one ruler, and in words the devices that need attention. */
export const BatchProgress = ({ batch }: { readonly batch: BatchSummary }) => {
  const { t } = useTranslation()
  const { headline, finished, counts } = useBatchWords(batch)
  const { kind, done, of, phase } = batch
  return (
    <div className="batch-progress">
      <p role="status">
        <span>{finished}</span>
        {headline !== null && <span>{headline}</span>}
        {counts.map(({ trouble, text }) => (
          <span key={trouble}>{text}</span>
        ))}
      </p>
      <Ticks
        low
        percent={of === 0 ? WHOLE : (done / of) * WHOLE}
        label={t(`common.action.${kind}`)}
        tone={phase === "running" ? "accent" : "quiet"}
      />
    </div>
  )
}
