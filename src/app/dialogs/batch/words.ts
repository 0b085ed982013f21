import { useCallback } from "react"
import { useTranslation } from "react-i18next"
import type { LeftReason } from "../../../domain/features/batches/events.ts"
import { type BatchSummary, batchOutcomes } from "../../../domain/views/batch.ts"
import type { BatchStand } from "../../../domain/views/batchNotice.ts"
import type { ItemFacts } from "../../../domain/views/batchOutcome.ts"
import { useViewOf } from "../../client/client.ts"
import { SECOND, useNow } from "../../client/clock.ts"
import { outcomeText } from "../../i18n/outcomeText.ts"
import { useFormat } from "../../i18n/useFormat.ts"
import { leftTexts } from "../../log/words/devices.ts"
import type { GlyphName } from "../../ui/Glyph.tsx"

/** The text of the reason why a device is left out. */
export const useLeftWords = () => {
  const { t } = useTranslation()
  return useCallback(
    (reason: LeftReason | "notBound"): string =>
      t(reason === "notBound" ? "pages.network.answered.notBound" : leftTexts[reason]),
    [t],
  )
}

export const standGlyph = ({ state }: BatchStand): GlyphName =>
  state === "turn" || state === "notBegun" ? "queued" : state === "left" ? "disabled" : state

/** The state of one device of a batch. */
export const useStandWords = () => {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow()
  const leftWords = useLeftWords()
  return useCallback(
    (stand: BatchStand, { power, outcome, at, awaySince }: ItemFacts): string => {
      if (!("reason" in stand)) return t(`pages.updates.row.${stand.state === "turn" ? "waiting" : "notBegun"}`)
      if (stand.state === "left") return leftWords(stand.reason)
      // The server has accepted the action. The card tells whether it happened.
      if (stand.state === "confirmed" && power !== null)
        return outcomeText(t, format, power, outcome ?? { stage: "taken", at, seenAt: null, isAwaited: true }, now)
      if (stand.state === "refused" && power !== null && (awaySince !== null || stand.reason === "unknown"))
        return awaySince === null
          ? t(`devices.notice.${power}Refused`)
          : t(`devices.notice.${power}RefusedSeen`, { ago: format.age(awaySince, now) })
      const word = t(`layout.outbox.state.${stand.state}`)
      if (stand.reason === null) return word
      return t("dialog.batch.because", { state: word, reason: t(`common.error.${stand.reason}`) })
    },
    [t, format, now, leftWords],
  )
}

/**
 * The count of devices for each outcome of a wake or a reboot. That the server accepted one means only that it was
 * sent.
 */
const useOutcomeCounts = ({ id, kind }: BatchSummary) => {
  const { t } = useTranslation()
  const outcomes = useViewOf(batchOutcomes, id) ?? null
  if (outcomes === null || kind === "assign") return []
  const { sent, back } = outcomes
  const counts = [
    { trouble: "sent", n: sent, text: t("dialog.batch.sent", { n: sent }) },
    { trouble: "back", n: back, text: t(`dialog.batch.back.${kind}`, { n: back }) },
  ]
  return counts.filter(({ n }) => n > 0)
}

/** The progress of a batch, and the reason why it waits. */
export const useBatchWords = (batch: BatchSummary) => {
  const { phase, done, of, troubles, undoUntil, id } = batch
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow(phase === "undo" ? SECOND : undefined)
  const came = useOutcomeCounts(batch)
  const outcomes = useViewOf(batchOutcomes, id) ?? null
  const finished = t("dialog.batch.finished", { done, of })
  const troubled = troubles.map(({ trouble, n }) => {
    if (trouble === "refused" && outcomes !== null && outcomes.away > 0)
      return {
        trouble,
        text: t(outcomes.away === n ? "dialog.batch.allAway" : "dialog.batch.someAway", { n, away: outcomes.away }),
      }
    const state = t(trouble === "left" ? "pages.updates.left.title" : `layout.outbox.state.${trouble}`)
    return { trouble, text: t("dialog.batch.count", { state, n }) }
  })
  const counts = [...came, ...troubled]
  if (phase === "undo") {
    const when = format.relative(Math.max(undoUntil ?? now, now), now)
    return { headline: t("dialog.batch.phase.undo", { when }), finished, counts }
  }
  const headline = phase === "running" || phase === "done" ? null : t(`dialog.batch.phase.${phase}`)
  return { headline, finished, counts }
}
