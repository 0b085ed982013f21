import { useTranslation } from "react-i18next"
import type { State } from "../../domain/product/state.ts"
import type { BatchSummary } from "../../domain/views/batch.ts"
import type { ErrorMessage, Notice } from "../../domain/views/messages.ts"
import { useShowDialog } from "../client/dialog.ts"
import { useActionText } from "../i18n/useActionText.ts"
import type { Queued } from "./queued.ts"
import type { Saying } from "./useToast.ts"

/** Notices in words. `show` opens the outbox at an action. */
export const useSayings = (show: (action: string) => void) => {
  const { t } = useTranslation()
  const actionText = useActionText()
  const showDialog = useShowDialog()

  const error = (name: ErrorMessage): Saying => {
    const message = `common.error.${name}` as const
    return { kind: "error", text: t(message), message }
  }
  const open = (about: string, label: string) => ({ about, action: { label, onPress: () => show(about) } })
  const whatOf = (action: string, state: State): string => {
    const known = state.outbox.actions.get(action)
    return known === undefined ? t("layout.outbox.title") : actionText(known)
  }

  const ofNotice = (notice: Notice, state: State): Saying => {
    switch (notice.kind) {
      case "success": {
        const message = `common.success.${notice.message}` as const
        return { kind: "success", text: t(message), message }
      }
      case "error":
        return error(notice.message)
      case "sent": {
        const message = `common.toast.${notice.message}` as const
        const params = { name: notice.subject }
        return { kind: "success", text: t(message, params), message, params }
      }
      case "refused": {
        const message = "common.toast.refused"
        const params = { what: whatOf(notice.action, state), reason: error(notice.message).text }
        const shown = open(notice.action, t("common.action.show"))
        return { kind: "error", text: t(message, params), message, params, ...shown }
      }
      case "unconfirmed": {
        const message = "common.toast.unconfirmed"
        const params = { what: whatOf(notice.action, state) }
        const shown = open(notice.action, t("common.action.decide"))
        return { kind: "custom", glyph: "unconfirmed", text: t(message, params), message, params, ...shown }
      }
    }
  }

  const ofQueued = ({ action, message: name, subject }: Queued): Saying => {
    const message = `common.toast.${name}` as const
    const params = { name: subject }
    const shown = open(action, t("common.action.show"))
    return { kind: "custom", glyph: "queued", text: t(message, params), message, params, ...shown }
  }

  const ofBatch = ({ id, kind, confirmed, of }: BatchSummary): Saying => {
    const message = "common.toast.batch"
    const params = { what: t(`common.action.${kind}`), done: String(confirmed), of: String(of) }
    const action = { label: t("common.action.show"), onPress: () => showDialog("batch", { subject: id }) }
    return { kind: confirmed === of ? "success" : "error", text: t(message, params), message, params, action }
  }

  return { ofNotice, ofQueued, ofBatch }
}
