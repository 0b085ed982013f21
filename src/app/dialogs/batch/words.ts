import { useCallback } from "react"
import { useTranslation } from "react-i18next"
import type { LeftReason } from "../../../domain/features/batches/events.ts"
import type { BatchSummary } from "../../../domain/views/batch.ts"
import type { BatchStand } from "../../../domain/views/batchNotice.ts"
import { SECOND, useNow } from "../../client/clock.ts"
import { useFormat } from "../../i18n/useFormat.ts"
import { reasonTexts } from "../../log/storedReasons.ts"
import type { GlyphName } from "../../ui/Glyph.tsx"

/** Why a device is left out. */
export const useLeftWords = () => {
  const { t } = useTranslation()
  return useCallback((reason: LeftReason): string => t(reasonTexts.BatchDeviceLeft[reason]), [t])
}

export const standGlyph = ({ state }: BatchStand): GlyphName =>
  state === "turn" || state === "notBegun" ? "queued" : state === "left" ? "disabled" : state

/** How one device of a batch stands. */
export const useStandWords = () => {
  const { t } = useTranslation()
  const leftWords = useLeftWords()
  return useCallback(
    (stand: BatchStand): string => {
      if (!("reason" in stand)) return t(`pages.updates.row.${stand.state === "turn" ? "waiting" : "notBegun"}`)
      if (stand.state === "left") return leftWords(stand.reason)
      const word = t(`layout.outbox.state.${stand.state}`)
      if (stand.reason === null) return word
      return t("dialog.batch.because", { state: word, reason: t(`common.error.${stand.reason}`) })
    },
    [t, leftWords],
  )
}

/** How far a batch is, and what it waits for. */
export const useBatchWords = ({ phase, done, of, troubles, undoUntil }: BatchSummary) => {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow(phase === "undo" ? SECOND : undefined)
  const finished = t("dialog.batch.finished", { done, of })
  const counts = troubles.map(({ trouble, n }) => {
    const state = t(trouble === "left" ? "pages.updates.left.title" : `layout.outbox.state.${trouble}`)
    return { trouble, text: t("dialog.batch.count", { state, n }) }
  })
  if (phase === "undo") {
    const when = format.relative(Math.max(undoUntil ?? now, now), now)
    return { headline: t("dialog.batch.phase.undo", { when }), finished, counts }
  }
  const headline = phase === "running" || phase === "done" ? null : t(`dialog.batch.phase.${phase}`)
  return { headline, finished, counts }
}
