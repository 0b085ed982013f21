import { useTranslation } from "react-i18next"
import { type RunningStage, runningStages } from "../../../domain/features/firmware/events.ts"
import type { ShownStage } from "../../../domain/views/firmware.ts"
import { useFormat } from "../../i18n/useFormat.ts"
import { Glyph } from "../../ui/Glyph.tsx"

const WHOLE = 100

/** The filling of the dialog's four zones: full before the current stage, empty after it. */
export const zonesOf = (stage: ShownStage, brokeAt: RunningStage | null, percent: number) => {
  const at = stage === "error" ? (brokeAt ?? "checking") : stage
  const current = at === "completed" ? runningStages.length : at === "initial" ? -1 : runningStages.indexOf(at)
  return runningStages.map((name, index) => ({
    name,
    isNow: index === current,
    isPast: index < current,
    percent: index < current ? WHOLE : index === current ? percent : 0,
  }))
}

/** Four zones of ticks, one for each stage. The figure is the progress of the current stage and never falls. */
export const Stages = ({
  stage,
  brokeAt,
  percent,
}: {
  readonly stage: ShownStage
  readonly brokeAt: RunningStage | null
  readonly percent: number
}) => {
  const { t } = useTranslation()
  const format = useFormat()
  const zones = zonesOf(stage, brokeAt, percent)
  const now = zones.find(({ isNow }) => isNow)
  const words = now === undefined ? t("common.success.firmwareUpdated") : t(`dialog.firmware.stage.${now.name}`)
  const isBroken = stage === "error"
  return (
    <div
      className="stages"
      role="progressbar"
      aria-label={t("common.action.updateFirmware")}
      aria-valuemin={0}
      aria-valuemax={WHOLE}
      aria-valuenow={now?.percent ?? WHOLE}
      aria-valuetext={
        now === undefined
          ? words
          : t("dialog.firmware.progress", { stage: words, percent: format.percent(now.percent) })
      }
    >
      {zones.map(({ name, isNow, isPast, percent: filled }) => (
        <div key={name} className={isNow ? "now" : undefined} aria-hidden="true">
          <div
            className={`ticks${isPast ? " quiet full" : isNow && isBroken ? " bad" : ""}`}
            style={{ "--v": filled }}
          />
          <p>
            {isPast && <Glyph name="confirmed" />}
            {isNow && <Glyph name={isBroken ? "refused" : "pending"} />}
            <span>{t(`dialog.firmware.stage.${name}`)}</span>
          </p>
        </div>
      ))}
    </div>
  )
}
