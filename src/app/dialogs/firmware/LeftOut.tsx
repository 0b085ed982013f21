import { useTranslation } from "react-i18next"
import { CAMPAIGN_DEVICES_MAX } from "../../../domain/values/limits.ts"
import type { LeftRow } from "../../../domain/views/campaign.ts"
import { useFormat } from "../../i18n/useFormat.ts"
import { Glyph, type GlyphName } from "../../ui/Glyph.tsx"
import { Named } from "./Named.tsx"

const glyphs: Readonly<Record<LeftRow["reason"], GlyphName>> = {
  notOnNetwork: "offline",
  usbOnly: "disabled",
  upToDate: "confirmed",
  updating: "pending",
  tooMany: "superseded",
}

/** FW-8: each device that takes no part, and why; none is dropped silently. */
export const LeftOut = ({ left }: { readonly left: readonly LeftRow[] }) => {
  const { t } = useTranslation()
  const { number } = useFormat()
  return (
    <section aria-label={t("pages.updates.left.title")}>
      <h3>
        {t("pages.updates.left.title")} <span className="faint num">{number(left.length)}</span>
      </h3>
      <ul>
        {left.map(({ id, reason, ...device }) => (
          <li key={id} className="exc">
            <Glyph name={glyphs[reason]} tone="off" />
            <b>
              <Named device={device} />
            </b>
            <p>{t(`pages.updates.left.${reason}`, { max: CAMPAIGN_DEVICES_MAX })}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
