import { useTranslation } from "react-i18next"
import type { LeftRow } from "../../../domain/views/campaign.ts"
import { useFormat } from "../../i18n/useFormat.ts"
import { Glyph, type GlyphName } from "../../ui/Glyph.tsx"
import { Named } from "./Named.tsx"

export const leftGlyphs: Readonly<Record<LeftRow["reason"], GlyphName>> = {
  notOnNetwork: "offline",
  noFirmware: "disabled",
  usbOnly: "disabled",
  upToDate: "confirmed",
  updating: "pending",
  tooMany: "superseded",
}

/** The most rows. More would freeze the page of thousands of devices. */
const ROWS_MAX = 100

/** FW-8: each device that takes no part, and the reason. None is left out silently. */
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
        {left.slice(0, ROWS_MAX).map(({ id, reason, ...device }) => (
          <li key={id} className="exc">
            <Glyph name={leftGlyphs[reason]} tone="off" />
            <b>
              <Named device={device} />
            </b>
            <p>{t(`pages.updates.left.${reason}`)}</p>
          </li>
        ))}
      </ul>
      {left.length > ROWS_MAX && <p className="muted">{t("pages.updates.left.more", { n: left.length - ROWS_MAX })}</p>}
    </section>
  )
}
