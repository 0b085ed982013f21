import { useCallback } from "react"
import { useTranslation } from "react-i18next"
import type { CampaignRow, CampaignView } from "../../../domain/views/campaign.ts"
import { isBuildOpen } from "../../../domain/views/firmware.ts"
import { calledOf } from "../../dialogs/firmware/Named.tsx"
import { firmwareFailure } from "../../i18n/firmwareFailure.ts"
import { useFormat } from "../../i18n/useFormat.ts"
import type { GlyphName } from "../../ui/Glyph.tsx"

/** Texts about a device, for its row and for the summary. */
export const useRowWords = () => {
  const { t } = useTranslation()
  const { duration } = useFormat()
  return useCallback(
    (row: CampaignRow, hasEnded: boolean): string => {
      const { status, stage, brokeAt, skipped, from, reported, startedAt, endedAt } = row
      const build = (known: number | null) => (known === null || known <= 0 ? t("dialog.firmware.unknown") : known)
      switch (status) {
        case "waiting":
          if (hasEnded) return t("pages.updates.row.notBegun")
          return t(row.isPostponed ? "pages.updates.row.postponed" : "pages.updates.row.waiting")
        case "running":
          if (row.isAwaited) return t("dialog.firmware.awaited")
          if (row.wantsPasscode) return t("pages.updates.row.passcode")
          return stage === null || stage === "completed" || stage === "error" ? "" : t(`dialog.firmware.word.${stage}`)
        case "completed": {
          const time = duration((endedAt ?? 0) - (startedAt ?? 0))
          return t(reported === null ? "pages.updates.row.unread" : "pages.updates.row.updated", { time })
        }
        case "doubted":
          return t("pages.updates.row.doubted", { build: build(reported) })
        case "failed": {
          const where = t(`dialog.firmware.broke.${brokeAt ?? "checking"}`)
          const reason = firmwareFailure(t, row)
          if (isBuildOpen(row)) return t("pages.updates.row.failedOpen", { where, reason })
          if (from === null || from <= 0) return t("pages.updates.row.failedOld", { where, reason })
          return t("pages.updates.row.failed", { where, reason, build: from })
        }
        case "skipped": {
          const reason = skipped ?? "unknown"
          return t(`pages.updates.skipped.${reason}`)
        }
      }
    },
    [t, duration],
  )
}

/** The summary of a campaign as text, for a message or a report. */
export const useSummary = () => {
  const { t } = useTranslation()
  const words = useRowWords()
  return useCallback(
    ({ build, rows, left, ended }: CampaignView): string =>
      [
        t("pages.updates.summary.title", { build }),
        ...rows.map((row) =>
          t("pages.updates.summary.line", { device: calledOf(row), outcome: words(row, ended !== null) }),
        ),
        ...(left.length === 0 ? [] : ["", t("pages.updates.left.title")]),
        ...left.map((one) =>
          t("pages.updates.summary.line", {
            device: calledOf(one),
            outcome: t(`pages.updates.left.${one.reason}`),
          }),
        ),
      ].join("\n"),
    [t, words],
  )
}

export const rowGlyphs: Readonly<Record<CampaignRow["status"], GlyphName>> = {
  waiting: "queued",
  running: "pending",
  completed: "confirmed",
  doubted: "unconfirmed",
  failed: "refused",
  skipped: "cancelled",
}
