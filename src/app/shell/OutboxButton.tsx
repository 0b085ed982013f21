import { Button } from "react-aria-components/Button"
import { useTranslation } from "react-i18next"
import { outboxCount, refusedCount } from "../../domain/views/outbox.ts"
import { useIsFolding, useStart, useView } from "../client/client.ts"
import { useOutbox, useOutboxPanel } from "../client/outboxPanel.ts"
import { useSingleKey } from "../commands/useKeys.ts"
import { useFormat } from "../i18n/useFormat.ts"
import { Glyph } from "../ui/Glyph.tsx"
import { Icon } from "../ui/Icon.tsx"
import { OutboxIcon } from "../ui/icons.ts"

/** A figure on the accent colour. `children` is the figure in the language. The caller names it for screen readers. */
const Count = ({ children }: { readonly children: string }) => (
  <span className="count" aria-hidden="true">
    {children}
  </span>
)

/** Opens the outbox. A person closes it by its own cross or Escape. */
const useOutboxButton = () => {
  const { t } = useTranslation()
  const { number } = useFormat()
  const { isOpen } = useOutboxPanel()
  const outbox = useOutbox()
  const { aria } = useSingleKey("outbox")
  const start = useStart()
  const count = useView(outboxCount) ?? 0
  const refused = useView(refusedCount) ?? 0
  const isFolding = useIsFolding()
  // A log that does not open, or not yet, may hold actions: “none” would be a guess.
  const isUnknown = start.phase === "failed" || isFolding
  const isRefused = !isUnknown && count === 0 && refused > 0
  const state = t(isFolding ? "common.state.loading" : "common.state.unknown")
  const known = isRefused ? t("layout.outbox.refused", { count: refused }) : t("layout.outbox.empty")
  const knownInFull = isRefused
    ? t("layout.outbox.refusedCount", { count: refused })
    : t("layout.outbox.waitingCount", { count })
  const word = isUnknown ? state : known
  const label = isUnknown ? t("layout.connection.full", { name: t("layout.outbox.title"), state }) : knownInFull
  const badge = count === 0 ? null : <Count key={count}>{number(count)}</Count>
  /* The text at the end of the line. A longer text replaces the one before (UX-5). */
  const said = count === 0 ? word : number(count)
  return { label, badge, word, said, isRefused, aria, props: { "aria-expanded": isOpen, onPress: () => outbox.open() } }
}

/** The outbox as a line of the sidebar. */
export const OutboxLine = () => {
  const { t } = useTranslation()
  const { badge, word, said, isRefused, label, aria, props } = useOutboxButton()
  return (
    <Button {...props} render={(given) => <button {...given} title={label} aria-keyshortcuts={aria} />}>
      <Icon of={OutboxIcon} small />
      <span className="lab" aria-hidden="true">
        {t("layout.outbox.title")}
      </span>
      <span key={said} className={badge === null && !isRefused ? "end quiet" : "end"} aria-hidden="true">
        {isRefused && <Glyph name="refused" />}
        {badge ?? <span className="w">{word}</span>}
      </span>
      <span className="vh">{label}</span>
    </Button>
  )
}

/** The outbox as a button of the top bar. */
export const OutboxSign = () => {
  const { label, badge, aria, props } = useOutboxButton()
  return (
    <Button {...props} className="out" render={(given) => <button {...given} aria-keyshortcuts={aria} />}>
      <Icon of={OutboxIcon} />
      {badge}
      <span className="vh">{label}</span>
    </Button>
  )
}
