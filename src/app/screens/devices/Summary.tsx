import { memo } from "react"
import { useTranslation } from "react-i18next"
import type { DeviceStatus } from "../../../domain/views/devices.ts"
import type { ListState } from "../../../domain/views/listState.ts"
import { useFormat } from "../../i18n/useFormat.ts"
import { Glyph, type GlyphName } from "../../ui/Glyph.tsx"
import type { Finding } from "./finding.ts"

const STATUSES = ["online", "offline", "lastKnown"] as const satisfies readonly DeviceStatus[]

const Part = ({
  glyph,
  word,
  count,
  isPressed,
  onPress,
}: {
  readonly glyph: GlyphName
  readonly word: string
  readonly count: number
  readonly isPressed: boolean
  readonly onPress: () => void
}) => {
  const { t } = useTranslation()
  const { number } = useFormat()
  return (
    <button type="button" className={count === 0 ? "zero" : ""} aria-pressed={isPressed} onClick={onPress}>
      <Glyph name={glyph} />
      <b aria-hidden="true">{number(count)}</b>
      <span aria-hidden="true">{word}</span>
      <span className="vh">{t("devices.overview.only", { n: count, what: word })}</span>
    </button>
  )
}

interface Props extends Pick<Finding, "choice" | "choose" | "overview"> {
  readonly list: ListState
}

/** How the devices are, live; each part is a filter, and ends it when pressed again (DEVICE-19). */
export const Summary = memo(({ list, choice, choose, overview }: Props) => {
  const { t } = useTranslation()
  const isOnly = (status: DeviceStatus) => choice.statuses.length === 1 && choice.statuses[0] === status
  return (
    <>
      {overview !== null && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms; nothing is filled in here
        <div className="over" role="group" aria-label={t("devices.overview.label")}>
          {STATUSES.map((status) => (
            <Part
              key={status}
              glyph={status}
              word={t(`devices.overview.${status}`)}
              count={overview.statuses.get(status) ?? 0}
              isPressed={isOnly(status)}
              onPress={() => choose({ statuses: isOnly(status) ? [] : [status] })}
            />
          ))}
          <Part
            glyph="update"
            word={t("devices.overview.update")}
            count={overview.outdated}
            isPressed={choice.outdated}
            onPress={() => choose({ outdated: !choice.outdated })}
          />
          <Part
            glyph="unconfirmed"
            word={t("devices.overview.needsYou")}
            count={overview.needsYou}
            isPressed={choice.needsYou}
            onPress={() => choose({ needsYou: !choice.needsYou })}
          />
        </div>
      )}
      {/* Comes with time alone, and so behind what stands there already. */}
      {list.lastKnown && <p className="sub">{t("devices.summaryLastKnown", { count: list.count })}</p>}
    </>
  )
})
