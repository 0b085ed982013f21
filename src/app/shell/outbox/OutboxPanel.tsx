import { useTranslation } from "react-i18next"
import { type OutboxItem as Item, outboxView } from "../../../domain/views/outbox.ts"
import { useView } from "../../client/client.ts"
import { useFormat } from "../../i18n/useFormat.ts"
import { useAsk } from "../../toasts/useAsk.ts"
import { Button } from "../../ui/Button.tsx"
import { EmptyState } from "../../ui/EmptyState.tsx"
import { IconButton } from "../../ui/IconButton.tsx"
import { RefreshIcon } from "../../ui/icons.ts"
import { Sheet } from "../../ui/Sheet.tsx"
import { closeOutbox, useOutboxPanel } from "../outboxPanel.ts"
import { OutboxItem } from "./OutboxItem.tsx"
import { useOutboxInSight } from "./useOutboxInSight.ts"

const Group = ({
  title,
  items,
  focus,
  clear,
}: {
  readonly title: string
  readonly items: readonly Item[]
  readonly focus: string | null
  readonly clear?: { readonly label: string; readonly onPress: () => void }
}) => {
  const { number } = useFormat()
  if (items.length === 0) return null
  return (
    <section aria-label={title}>
      <div className="group">
        <h3>{title}</h3>
        <span className="num">{number(items.length)}</span>
        {clear && (
          <Button variant="word" onPress={clear.onPress}>
            {clear.label}
          </Button>
        )}
      </div>
      <ul>
        {items.map((item) => (
          <OutboxItem key={item.id} item={item} isFocused={item.id === focus} />
        ))}
      </ul>
    </section>
  )
}

const Groups = ({ focus }: { readonly focus: string | null }) => {
  const { t } = useTranslation()
  const ask = useAsk()
  const view = useView(outboxView)
  if (view === undefined) return null
  const { waiting, decide, settled, clearable } = view
  if (waiting.length + decide.length + settled.length === 0)
    return <EmptyState title={t("layout.outbox.nothing")}>{t("layout.outbox.nothingBody")}</EmptyState>
  const clear = { label: t("layout.outbox.clear"), onPress: () => ask({ type: "DismissSettled" }) }
  return (
    <>
      <Group title={t("layout.outbox.group.waiting")} items={waiting} focus={focus} />
      <Group title={t("layout.outbox.group.decide")} items={decide} focus={focus} />
      <Group title={t("layout.outbox.group.settled")} items={settled} focus={focus} {...(clearable && { clear })} />
    </>
  )
}

/** OFFLINE-3: every action with its state in words, and what can be done about it. */
export const OutboxPanel = () => {
  const { t } = useTranslation()
  const ask = useAsk()
  const { isOpen, quiet, focus } = useOutboxPanel()
  useOutboxInSight()
  return (
    <Sheet
      isOpen={isOpen}
      quiet={quiet}
      onClose={closeOutbox}
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
