import { useTranslation } from "react-i18next"
import { hostAt, type LanTarget, lanTargets } from "../../../domain/values/lanTarget.ts"
import type { ScanPart } from "../../../domain/views/lan.ts"
import { useFormat } from "../../i18n/useFormat.ts"

/** A ruler of a search: one tick for an address, or for many where the target is wide. Drawn in groups of 32. */

const TICKS_IN_GROUP = 32
const TICK_PITCH = 4
const GROUPS_MAX = 8
const TICKS_MAX = GROUPS_MAX * TICKS_IN_GROUP

interface TickGroup {
  /** The first address of the group, its changing octets alone. */
  readonly label: string
  /** Paths: asked without an answer and not asked yet, answered, being asked. */
  readonly none: string
  readonly hits: string
  readonly now: string
}

const shortLabel = (target: LanTarget, index: number): string => {
  const first = target.split(".").indexOf("*")
  const host = hostAt(target, index)
  return first < 0 ? host : `.${host.split(".").slice(first).join(".")}`
}

interface Looked {
  readonly target: string
  readonly total: number
  readonly done: number
  readonly hits: readonly number[]
}

const ASKED = "14v6"
const NOT_ASKED = "19v1"
const ANSWERED = "0v20"
const NOW = "4v16"

const rulerGroups = ({ target: text, total, done, hits }: Looked, isRunning: boolean): readonly TickGroup[] => {
  const [target] = lanTargets([text])
  if (target === undefined) return []
  const ticks = Math.min(total, TICKS_MAX)
  const each = total / ticks
  const answered = new Set(hits.map((hit) => Math.floor(hit / each)))
  const asking = isRunning && done < total ? Math.floor(done / each) : -1
  return Array.from({ length: Math.ceil(ticks / TICKS_IN_GROUP) }, (_, group) => {
    const paths = { none: "", hits: "", now: "" }
    const first = group * TICKS_IN_GROUP
    for (let tick = first; tick < Math.min(ticks, first + TICKS_IN_GROUP); tick += 1) {
      const x = `M${(tick - first) * TICK_PITCH + 1} `
      if (answered.has(tick)) paths.hits += x + ANSWERED
      else if (tick === asking) paths.now += x + NOW
      else paths.none += x + ((tick + 1) * each <= done ? ASKED : NOT_ASKED)
    }
    return { label: shortLabel(target, Math.floor(first * each)), ...paths }
  })
}

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
