import { useTranslation } from "react-i18next"
import { CAMPAIGN_AT_ONCE_MAX, CAMPAIGN_FAILURES_MAX } from "../../../domain/values/limits.ts"
import { useFormat } from "../../i18n/useFormat.ts"
import { Stepper } from "../../ui/Stepper.tsx"

/** How many devices are updated at once, and how many failures end the campaign (FW-8). */
export const Rules = ({
  limit,
  atOnce,
  least = 1,
  onChange,
}: {
  readonly limit: number
  readonly atOnce: number
  /** The lowest limit: devices that have failed already count. */
  readonly least?: number
  readonly onChange: (rules: { readonly limit: number; readonly atOnce: number }) => void
}) => {
  const { t } = useTranslation()
  const { number } = useFormat()
  const names = { fewer: t("pages.updates.rules.fewer"), more: t("pages.updates.rules.more") }
  return (
    <dl className="rules">
      <div>
        <dt>{t("pages.updates.rules.atOnce")}</dt>
        <dd>
          <Stepper
            {...names}
            label={t("pages.updates.rules.atOnce")}
            value={atOnce}
            shown={number(atOnce)}
            least={1}
            most={CAMPAIGN_AT_ONCE_MAX}
            onChange={(next) => onChange({ limit, atOnce: next })}
          />
        </dd>
      </div>
      <div>
        <dt>{t("pages.updates.rules.stopAfter")}</dt>
        <dd>
          <Stepper
            {...names}
            label={t("pages.updates.rules.stopAfter")}
            value={limit}
            shown={number(limit)}
            least={least}
            most={Math.max(limit, CAMPAIGN_FAILURES_MAX)}
            onChange={(next) => onChange({ limit: next, atOnce })}
          />
        </dd>
      </div>
    </dl>
  )
}
