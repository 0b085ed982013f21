import { useLayoutEffect, useRef, useState } from "react"
import { useTranslation } from "react-i18next"
import { areBatchesOpen } from "../../../domain/views/batchNotice.ts"
import { type OutboxGroups, outboxGroups } from "../../../domain/views/outbox.ts"
import { useView } from "../../client/client.ts"
import { BatchesUnderWay } from "../../dialogs/batch/Batches.tsx"
import { useFormat } from "../../i18n/useFormat.ts"
import { useAsk } from "../../toasts/useAsk.ts"
import { Button } from "../../ui/Button.tsx"
import { EmptyState } from "../../ui/EmptyState.tsx"
import { useHold } from "../../ui/useHold.ts"
import { type KeptRow, keptRows, rowsBySection, type SectionRows } from "./keptRows.ts"
import { Rows } from "./Rows.tsx"

interface Shown {
  readonly focus: string | null
  readonly isHeld: boolean
}

const Section = ({
  title,
  rows,
  clear,
  isMore = false,
  ...shown
}: Shown & {
  readonly title: string
  readonly rows: readonly KeptRow[]
  /** True for the continuation of a section above: two regions of one name could not be distinguished. */
  readonly isMore?: boolean
  readonly clear?: { readonly label: string; readonly onPress: () => void }
}) => {
  const { number } = useFormat()
  if (rows.length === 0) return null
  const isGone = rows.every(({ stand }) => stand === "gone")
  return (
    <section aria-label={isMore ? undefined : title} className={isGone ? "gone" : undefined}>
      <div className="group">
        <h3>{title}</h3>
        <span className="num">{number(rows.filter(({ stand }) => stand === "own").length)}</span>
        {clear && (
          <Button variant="word" onPress={clear.onPress}>
            {clear.label}
          </Button>
        )}
      </div>
      <Rows rows={rows} {...shown} />
    </section>
  )
}

/**
 * The rows of each section. While the list has the pointer or the focus, actions keep their rows. `cleared`: how often
 * a person has cleared the list.
 */
const useSectionRows = (
  groups: OutboxGroups | undefined,
  isHeld: boolean,
  cleared: number,
): SectionRows | undefined => {
  const shown = useRef<{ readonly places: SectionRows; readonly cleared: number } | undefined>(undefined)
  const before = shown.current
  // Clearing the list gives up the reserved room as well.
  const isKept = isHeld && before?.cleared === cleared
  const places = groups && (isKept ? keptRows(before.places, groups) : rowsBySection(groups))
  useLayoutEffect(() => {
    shown.current = places && { places, cleared }
  })
  return places
}

const EachSection = ({ focus, isHeld }: Shown) => {
  const { t } = useTranslation()
  const ask = useAsk()
  const groups = useView(outboxGroups)
  const hasBatches = useView(areBatchesOpen) ?? false
  const [cleared, setCleared] = useState(0)
  const places = useSectionRows(groups, isHeld, cleared)
  if (groups === undefined || places === undefined) return null
  const { waiting, decide, settled, arrived } = places
  if (waiting.length + decide.length + settled.length === 0 && !hasBatches)
    return <EmptyState title={t("layout.outbox.nothing")}>{t("layout.outbox.nothingBody")}</EmptyState>
  const clear = {
    label: t("layout.outbox.clear"),
    onPress: () => ask({ type: "DismissSettled" }, () => setCleared((before) => before + 1)),
  }
  const shown = { focus, isHeld }
  return (
    <>
      <BatchesUnderWay isHeld={isHeld} />
      <Section title={t("layout.outbox.group.waiting")} rows={waiting} {...shown} />
      <Section title={t("layout.outbox.group.decide")} rows={decide} {...shown} />
      <Section
        title={t("layout.outbox.group.settled")}
        rows={settled}
        {...shown}
        {...(groups.clearable && { clear })}
      />
      <Section title={t("layout.outbox.group.waiting")} rows={arrived} isMore={waiting.length > 0} {...shown} />
    </>
  )
}

/** All actions, by the decision that they need. No row moves under a pointer or under the focus. */
export const Sections = ({ focus }: { readonly focus: string | null }) => {
  const { isHeld, hold } = useHold()
  return (
    <div ref={hold}>
      <EachSection focus={focus} isHeld={isHeld} />
    </div>
  )
}
