import { memo } from "react"
import { outboxItem } from "../../../../domain/views/outbox.ts"
import { useViewOf } from "../../../client/client.ts"
import { useOutbox } from "../../../client/outboxPanel.ts"
import { useCardWords } from "../../../devices/cardWords.ts"
import { useActionText } from "../../../i18n/useActionText.ts"
import { StateLine } from "../../../shell/outbox/StateLine.tsx"
import { Button } from "../../../ui/Button.tsx"
import { Glyph } from "../../../ui/Glyph.tsx"

const Item = memo(({ id }: { readonly id: string }) => {
  const { t } = useCardWords()
  const actionText = useActionText()
  const outbox = useOutbox()
  const item = useViewOf(outboxItem, id)
  if (item === undefined || item === null) return null
  return (
    <li>
      <Glyph name={item.state} large />
      <b>{actionText(item)}</b>
      <Button variant="word" onPress={() => outbox.open(id)}>
        {t(item.state === "unconfirmed" ? "common.action.decide" : "common.action.show")}
      </Button>
      <StateLine item={item} />
    </li>
  )
})

/** What is on its way for the device, or waits for a decision. */
export const Underway = ({ ids }: { readonly ids: readonly string[] }) => {
  const { t } = useCardWords()
  if (ids.length === 0) return null
  return (
    <section className="dsec">
      <h3>{t("devices.page.underway")}</h3>
      <ul className="way">
        {ids.map((id) => (
          <Item key={id} id={id} />
        ))}
      </ul>
    </section>
  )
}
