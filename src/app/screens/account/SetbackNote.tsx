import { useTranslation } from "react-i18next"
import type { Setback } from "../../../domain/views/account.ts"
import { useOutbox } from "../../client/outboxPanel.ts"
import { useAsk } from "../../toasts/useAsk.ts"
import { Button } from "../../ui/Button.tsx"
import { Glyph } from "../../ui/Glyph.tsx"
import { Quoting } from "../../ui/Quoting.tsx"

/** The reason why a request was not carried out, beside the value. The old value is shown again (OFFLINE-9). */
export const SetbackNote = ({ setback }: { readonly setback: Setback | null }) => {
  const { t } = useTranslation()
  const ask = useAsk()
  const outbox = useOutbox()
  if (setback === null) return null
  const { action, state, message, call } = setback
  const what = t(`pages.account.setback.what.${call}`)
  const reason = message === null ? undefined : t(`common.error.${message}`)
  const words =
    reason === undefined
      ? t("pages.account.setback.unconfirmed", { what })
      : t("pages.account.setback.refused", { what, reason })
  return (
    <p className="setback" role="status">
      <Glyph name={state} />
      <span className="grow">
        <Quoting text={words} quoted={reason} />
      </span>
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
