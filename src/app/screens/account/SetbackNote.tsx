import { useTranslation } from "react-i18next"
import type { Setback } from "../../../domain/views/account.ts"
import { useOutbox } from "../../client/outboxPanel.ts"
import { useAsk } from "../../toasts/useAsk.ts"
import { Button } from "../../ui/Button.tsx"
import { Glyph } from "../../ui/Glyph.tsx"

/** Why something that was asked for did not happen, beside it; the old value is shown again (OFFLINE-9). */
export const SetbackNote = ({ setback }: { readonly setback: Setback | null }) => {
  const { t } = useTranslation()
  const ask = useAsk()
  const outbox = useOutbox()
  if (setback === null) return null
  const { action, state, reason, call } = setback
  const words =
    state === "unconfirmed"
      ? t("pages.account.setback.unconfirmed", { what: t(`pages.account.setback.what.${call}`) })
      : t("pages.account.setback.refused", {
          what: t(`pages.account.setback.what.${call}`),
          reason: t(
            call === "disconnect_main_account"
              ? "common.error.disconnectFailed"
              : `common.error.${reason ?? "unknown"}`,
          ),
        })
  return (
    <p className="setback" role="status">
      <Glyph name={state} />
      <span className="grow">{words}</span>
      {state === "unconfirmed" ? (
        <Button variant="word" onPress={() => outbox.open(action)}>
          {t("common.action.decide")}
        </Button>
      ) : (
        <Button variant="word" onPress={() => ask({ type: "DismissAction", action })}>
          {t("common.action.dismiss")}
        </Button>
      )}
    </p>
  )
}
