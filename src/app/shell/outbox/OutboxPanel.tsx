import { useTranslation } from "react-i18next"
import { useOutbox, useOutboxPanel } from "../../client/outboxPanel.ts"
import { useAsk } from "../../toasts/useAsk.ts"
import { IconButton } from "../../ui/IconButton.tsx"
import { RefreshIcon } from "../../ui/icons.ts"
import { Sheet } from "../../ui/Sheet.tsx"
import { Sections } from "./Sections.tsx"

/** OFFLINE-3: every action with its state in words, and its choices. */
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
      <Sections focus={focus} />
    </Sheet>
  )
}
