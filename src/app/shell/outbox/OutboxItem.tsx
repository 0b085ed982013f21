import { memo, useCallback, useEffect, useRef } from "react"
import { useTranslation } from "react-i18next"
import { useNavigate } from "react-router-dom"
import { definitionOf } from "../../../domain/actions/table.ts"
import type { State } from "../../../domain/product/state.ts"
import { type ActionChoice, type OutboxItem as Item, outboxItem } from "../../../domain/views/outbox.ts"
import { useView } from "../../client/client.ts"
import { useNow } from "../../client/clock.ts"
import type { Request } from "../../client/handle.ts"
import { useOutbox } from "../../client/outboxPanel.ts"
import { useActionText } from "../../i18n/useActionText.ts"
import { useFormat } from "../../i18n/useFormat.ts"
import { useAsk } from "../../toasts/useAsk.ts"
import { Button } from "../../ui/Button.tsx"
import { Glyph } from "../../ui/Glyph.tsx"
import { OutboxCode } from "./OutboxCode.tsx"
import { StateLine } from "./StateLine.tsx"

const requestOf = (choice: Exclude<ActionChoice, "signIn">, action: string): Request => {
  switch (choice) {
    case "retryNow":
      return { type: "HurryAction", action }
    case "cancel":
      return { type: "CancelAction", action }
    case "discard":
      return { type: "DismissAction", action }
    case "happened":
      return { type: "ConfirmAction", action }
    case "sendAgain":
      return { type: "SendActionAgain", action }
  }
}

const wordKey = (choice: ActionChoice, { state, intent }: Item) => {
  const { cardNotice } = definitionOf(intent).messages
  if (choice !== "sendAgain" || state !== "expired" || cardNotice === undefined || cardNotice === "rename")
    return `layout.outbox.do.${choice}` as const
  return `layout.outbox.do.${cardNotice}Again` as const
}

/** What went as it should leaves with "Clear": one by one would be noise. */
const worthShowing = ({ choices, state }: Item): readonly ActionChoice[] =>
  state === "confirmed" || state === "cancelled" || state === "superseded" ? [] : choices

const Choices = ({ item }: { readonly item: Item }) => {
  const { t } = useTranslation()
  const ask = useAsk()
  const outbox = useOutbox()
  const navigate = useNavigate()
  const choices = worthShowing(item)
  if (choices.length === 0) return null
  const choose = (choice: ActionChoice) => {
    if (choice !== "signIn") return ask(requestOf(choice, item.id))
    outbox.close()
    navigate("/signin")
  }
  return (
    <p className="acts">
      {choices.map((choice) => (
        <Button key={choice} variant="word" onPress={() => choose(choice)}>
          {t(wordKey(choice, item))}
        </Button>
      ))}
    </p>
  )
}

const settledStates: ReadonlySet<string> = new Set(["confirmed", "expired", "cancelled", "superseded", "refused"])

interface Place {
  readonly isFocused: boolean
  /** From 1. */
  readonly place: number
  readonly of: number
  readonly measure: (row: Element | null) => void
}

/** One action: sign, what, when; its state, why and until when; what can be done. */
const Shown = ({ item, isFocused, place: number, of, measure }: Place & { readonly item: Item }) => {
  const format = useFormat()
  const actionText = useActionText()
  const now = useNow()
  const place = useRef<HTMLLIElement>(null)
  const keep = useCallback(
    (row: HTMLLIElement | null) => {
      place.current = row
      measure(row)
    },
    [measure],
  )
  useEffect(() => {
    if (!isFocused) return
    place.current?.scrollIntoView({ block: "nearest" })
    place.current?.focus({ preventScroll: true })
  }, [isFocused])
  return (
    <li
      ref={keep}
      className={settledStates.has(item.state) ? "act-item done" : "act-item"}
      tabIndex={-1}
      data-index={number - 1}
      aria-posinset={number}
      aria-setsize={of}
    >
      <Glyph name={item.state} large />
      <p className="what">
        <span>{actionText(item)}</span>
        <time dateTime={format.iso(item.at)} title={format.full(item.at)}>
          {format.moment(item.at, now)}
        </time>
      </p>
      <StateLine item={item} />
      {item.intent.call === "send_invitation" && item.state === "confirmed" && <OutboxCode action={item.id} />}
      <Choices item={item} />
    </li>
  )
}

/** Watches its own action, so that a change renders one item. */
export const OutboxItem = memo(({ id, ...place }: Place & { readonly id: string }) => {
  const item = useView(useCallback((state: State) => outboxItem(state, id), [id]))
  return item ? <Shown item={item} {...place} /> : null
})
