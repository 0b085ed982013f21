import { useTranslation } from "react-i18next"
import type { ScanPart } from "../../../domain/views/lan.ts"
import { useFormat } from "../../i18n/useFormat.ts"
import { rulerGroups } from "./rulerTicks.ts"

/** A scan as a ruler with one tick for each address; addresses read left to right in every language. */
export const AddressRuler = ({ part, isRunning }: { readonly part: ScanPart; readonly isRunning: boolean }) => {
  const { t } = useTranslation()
  const { number } = useFormat()
  const label = t("pages.network.scan.progress", {
    done: number(part.done),
    total: number(part.total),
    n: part.found,
  })
  const groups = rulerGroups(part, isRunning).map((group) => (
    <div key={group.label}>
      <svg viewBox="0 0 128 20" preserveAspectRatio="none" aria-hidden="true">
        <path className="no" d={group.none} />
        <path className="yes" d={group.hits} />
        <path className="ask" d={group.now} />
      </svg>
      <span className="lb">{group.label}</span>
    </div>
  ))
  return isRunning ? (
    <div
      className="addr"
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={part.total}
      aria-valuenow={part.done}
    >
      {groups}
    </div>
  ) : (
    <div className="addr" role="img" aria-label={label}>
      {groups}
    </div>
  )
}
