import { useTranslation } from "react-i18next"
import type { PairedOrigin } from "../../../domain/wire/bridge.ts"
import { useNow } from "../../client/clock.ts"
import type { Pairing } from "../../client/pairing.ts"
import { useFormat } from "../../i18n/useFormat.ts"
import { Button } from "../../ui/Button.tsx"
import { InlineError } from "../../ui/InlineError.tsx"
import { Mono } from "../../ui/Mono.tsx"
import { Row } from "./Group.tsx"
import type { OriginsView } from "./useOrigins.ts"

const Origin = ({ of, onRevoke }: { readonly of: PairedOrigin; readonly onRevoke: () => void }) => {
  const { t } = useTranslation()
  const { moment } = useFormat()
  const now = useNow()
  return (
    <li>
      <div className="t">
        <Mono>{of.origin}</Mono>
        <p>{t("pages.settings.origins.used", { paired: moment(of.paired_at, now), used: moment(of.used_at, now) })}</p>
      </div>
      <Button
        variant="danger"
        aria-label={t("pages.settings.origins.revokeOf", { origin: of.origin })}
        onPress={onRevoke}
      >
        {t("pages.settings.origins.revoke")}
      </Button>
    </li>
  )
}

/**
 * The origins that may use the bridge, and how to revoke that (BRIDGE-5). An own page sees all, a paired one only
 * itself.
 */
export const PairedOrigins = ({
  pairing,
  origins: { reported, isRefused },
}: {
  readonly pairing: Pairing
  readonly origins: OriginsView
}) => {
  const { t } = useTranslation()
  if (reported === null) return null
  return (
    <>
      <Row
        title={t("pages.settings.origins.title")}
        body={t(reported.length === 0 ? "pages.settings.origins.none" : "pages.settings.origins.body")}
      />
      {reported.length > 0 && (
        <ul className="origins" aria-label={t("pages.settings.origins.title")}>
          {reported.map((one) => (
            <Origin key={one.origin} of={one} onRevoke={() => pairing.revoke(one.origin)} />
          ))}
        </ul>
      )}
      {isRefused && (
        <div>
          <InlineError text={t("pages.settings.origins.failed")} />
        </div>
      )}
    </>
  )
}
