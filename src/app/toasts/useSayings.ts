import { useTranslation } from "react-i18next"
import type { State } from "../../domain/product/state.ts"
import type { BatchSummary } from "../../domain/views/batch.ts"
import type { CampaignEnd } from "../../domain/views/campaign.ts"
import type { ErrorMessage, Notice } from "../../domain/views/messages.ts"
import { outboxItem } from "../../domain/views/outbox.ts"
import { useShowDialog } from "../client/dialog.ts"
import { useActionText } from "../i18n/useActionText.ts"
import { useValueText } from "../i18n/useValueText.ts"
import type { QueuedNotice } from "./queued.ts"
import { useAsk } from "./useAsk.ts"
import type { Saying } from "./useToast.ts"

/** The toasts for notices, in words. `show` opens the outbox at an action. */
export const useSayings = (show: (action: string) => void) => {
  const { t } = useTranslation()
  const actionText = useActionText()
  const valueText = useValueText()
  const showDialog = useShowDialog()
  const ask = useAsk()

  const errorKey = (name: ErrorMessage) => `common.error.${name}` as const
  const open = (about: string, label: string) => ({ about, action: { label, onPress: () => show(about) } })
  const whatOf = (action: string, state: State): string => {
    const known = state.outbox.actions.get(action)
    return known === undefined ? t("layout.outbox.title") : actionText(known)
  }

  const ofNotice = (notice: Notice, state: State): Saying => {
    switch (notice.kind) {
      case "success":
        return { kind: "success", message: `common.success.${notice.message}` }
      case "error":
        return { kind: "error", message: errorKey(notice.message) }
      case "sent":
        return { kind: "success", message: `common.toast.${notice.message}`, params: { name: notice.subject } }
      case "refused": {
        const reason = t(errorKey(notice.message))
        return {
          kind: "error",
          message: "common.toast.refused",
          params: { what: whatOf(notice.action, state), reason },
          quoted: reason,
          ...open(notice.action, t("common.action.show")),
        }
      }
      case "replaced": {
        const theirs = valueText(notice.theirs)
        const restoring = outboxItem(state, notice.action)?.restoring ?? null
        return {
          kind: "custom",
          despite: "decision",
          glyph: "warning",
          message: "common.toast.replaced",
          params: { what: whatOf(notice.action, state), theirs },
          about: notice.action,
          action:
            restoring === null
              ? { label: t("common.action.show"), onPress: () => show(notice.action) }
              : { label: t("common.action.undo"), onPress: () => ask(restoring) },
        }
      }
      case "unconfirmed": {
        const params = { what: whatOf(notice.action, state) }
        const shown = open(notice.action, t("common.action.decide"))
        return {
          kind: "custom",
          despite: "decision",
          glyph: "unconfirmed",
          message: "common.toast.unconfirmed",
          params,
          ...shown,
        }
      }
    }
  }

  const ofQueued = ({ action, message: name, subject }: QueuedNotice): Saying => {
    const shown = open(action, t("common.action.show"))
    return { kind: "custom", glyph: "queued", message: `common.toast.${name}`, params: { name: subject }, ...shown }
  }

  const ofBatch = ({ id, kind, confirmed, of }: BatchSummary): Saying => {
    const params = { what: t(`common.action.${kind}`), done: String(confirmed), of: String(of) }
    const action = { label: t("common.action.show"), onPress: () => showDialog("batch", { subject: id }) }
    return {
      kind: confirmed === of ? "success" : "error",
      message: kind === "assign" ? "common.toast.batch" : "common.toast.batchSent",
      params,
      action,
    }
  }

  const ofCampaign = ({ done, of }: CampaignEnd): Saying => {
    if (done === of) return { kind: "success", message: "common.success.firmwareUpdated" }
    const params = { done: String(done), of: String(of) }
    return { kind: "error", message: "common.toast.campaign", params }
  }

  return { ofNotice, ofQueued, ofBatch, ofCampaign }
}
