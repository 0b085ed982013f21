import { useEffect, useRef } from "react"
import { useTranslation } from "react-i18next"
import { useNavigate } from "react-router-dom"
import type { ActionChoice, OutboxItem as Item } from "../../../domain/views/outbox.ts"
import { useNow } from "../../client/clock.ts"
import type { Request } from "../../client/handle.ts"
import { useFormat } from "../../i18n/useFormat.ts"
import { useAsk } from "../../toasts/useAsk.ts"
import { Button } from "../../ui/Button.tsx"
import { Glyph } from "../../ui/Glyph.tsx"
import { closeOutbox } from "../outboxPanel.ts"
import { useActionText } from "../useActionText.ts"
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
  if (choice !== "sendAgain" || state !== "expired" || intent.call !== "request_device")
    return `layout.outbox.do.${choice}` as const
  return intent.input.cmd === "wol" ? "layout.outbox.do.wakeAgain" : "layout.outbox.do.rebootAgain"
}

/** What went as it should leaves with "Clear": one by one would be noise. */
const worthShowing = ({ choices, state }: Item): readonly ActionChoice[] =>
  state === "confirmed" || state === "cancelled" || state === "superseded" ? [] : choices

const Choices = ({ item }: { readonly item: Item }) => {
  const { t } = useTranslation()
  const ask = useAsk()
  const navigate = useNavigate()
  const choices = worthShowing(item)
  if (choices.length === 0) return null
  const choose = (choice: ActionChoice) => {
    if (choice !== "signIn") return ask(requestOf(choice, item.id))
    closeOutbox()
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

/** One action: sign, what, when; its state, why and until when; what can be done. */
export const OutboxItem = ({ item, isFocused }: { readonly item: Item; readonly isFocused: boolean }) => {
  const format = useFormat()
  const actionText = useActionText()
  const now = useNow()
  const place = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (!isFocused) return
    place.current?.scrollIntoView({ block: "nearest" })
    place.current?.focus({ preventScroll: true })
  }, [isFocused])
  return (
    <li ref={place} className={settledStates.has(item.state) ? "act-item done" : "act-item"} tabIndex={-1}>
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
