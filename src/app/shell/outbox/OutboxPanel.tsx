import { useCallback, useEffect, useRef } from "react"
import { useTranslation } from "react-i18next"
import { areBatchesOpen } from "../../../domain/views/batchNotice.ts"
import { outboxGroups } from "../../../domain/views/outbox.ts"
import { useView } from "../../client/client.ts"
import { useOutbox, useOutboxPanel } from "../../client/outboxPanel.ts"
import { Batches } from "../../dialogs/batch/Batches.tsx"
import { useFormat } from "../../i18n/useFormat.ts"
import { useAsk } from "../../toasts/useAsk.ts"
import { Button } from "../../ui/Button.tsx"
import { EmptyState } from "../../ui/EmptyState.tsx"
import { IconButton } from "../../ui/IconButton.tsx"
import { RefreshIcon } from "../../ui/icons.ts"
import { Sheet } from "../../ui/Sheet.tsx"
import { useFrameRows } from "../../ui/windowed.ts"
import { OutboxItem } from "./OutboxItem.tsx"

/** About the height of an item, px. */
const ITEM_PX = 69

/** The page holds only the items of a long list that are in sight, and the one that the panel was opened for. */
const Items = ({ ids, focus }: { readonly ids: readonly string[]; readonly focus: string | null }) => {
  const list = useRef<HTMLUListElement>(null)
  const body = useCallback(() => list.current?.closest<HTMLElement>(".sheet-body") ?? null, [])
  const { first, last, before, after, measure, reveal } = useFrameRows(body, list, ids.length, {
    pitch: ITEM_PX,
    keys: ids,
  })
  const latest = useRef({ ids, reveal })
  latest.current = { ids, reveal }
  useEffect(() => {
    // Once for each wish: afterwards the person scrolls.
    const row = focus === null ? -1 : latest.current.ids.indexOf(focus)
    if (row >= 0) latest.current.reveal(row)
  }, [focus])
  return (
    <ul ref={list} style={{ paddingBlockStart: before, paddingBlockEnd: after }}>
      {ids.slice(first, last).map((id, index) => (
        <OutboxItem
          key={id}
          id={id}
          isFocused={id === focus}
          place={first + index + 1}
          of={ids.length}
          measure={measure}
        />
      ))}
    </ul>
  )
}

const Group = ({
  title,
  ids,
  focus,
  clear,
}: {
  readonly title: string
  readonly ids: readonly string[]
  readonly focus: string | null
  readonly clear?: { readonly label: string; readonly onPress: () => void }
}) => {
  const { number } = useFormat()
  if (ids.length === 0) return null
  return (
    <section aria-label={title}>
      <div className="group">
        <h3>{title}</h3>
        <span className="num">{number(ids.length)}</span>
        {clear && (
          <Button variant="word" onPress={clear.onPress}>
            {clear.label}
          </Button>
        )}
      </div>
      <Items ids={ids} focus={focus} />
    </section>
  )
}

const Groups = ({ focus }: { readonly focus: string | null }) => {
  const { t } = useTranslation()
  const ask = useAsk()
  const view = useView(outboxGroups)
  const hasBatches = useView(areBatchesOpen) ?? false
  if (view === undefined) return null
  const { waiting, decide, settled, clearable } = view
  if (waiting.length + decide.length + settled.length === 0 && !hasBatches)
    return <EmptyState title={t("layout.outbox.nothing")}>{t("layout.outbox.nothingBody")}</EmptyState>
  const clear = { label: t("layout.outbox.clear"), onPress: () => ask({ type: "DismissSettled" }) }
  return (
    <>
      {hasBatches && <Batches isUnderWay />}
      <Group title={t("layout.outbox.group.waiting")} ids={waiting} focus={focus} />
      <Group title={t("layout.outbox.group.decide")} ids={decide} focus={focus} />
      <Group title={t("layout.outbox.group.settled")} ids={settled} focus={focus} {...(clearable && { clear })} />
    </>
  )
}

/** OFFLINE-3: every action with its state in words, and what can be done about it. */
export const OutboxPanel = () => {
  const { t } = useTranslation()
  const ask = useAsk()
  const { isOpen, focus } = useOutboxPanel()
  const { close } = useOutbox()
  return (
    <Sheet
      isOpen={isOpen}
      onClose={close}
      title={t("layout.outbox.title")}
      closeLabel={t("layout.outbox.close")}
      actions={
        <IconButton icon={RefreshIcon} label={t("layout.outbox.retryAll")} onPress={() => ask({ type: "HurryAll" })} />
      }
    >
      <Groups focus={focus} />
    </Sheet>
  )
}
