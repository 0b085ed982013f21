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
export const LeftOut = ({
  left,
  heading: Heading = "h3",
}: {
  readonly left: readonly LeftRow[]
  readonly heading?: "h2" | "h3"
}) => {
  const { t } = useTranslation()
  const { number } = useFormat()
  return (
    <section aria-label={t("pages.updates.left.title")}>
      <Heading>
        {t("pages.updates.left.title")} <span className="faint num">{number(left.length)}</span>
      </Heading>
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
