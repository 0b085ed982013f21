import { memo, type RefObject, useCallback, useEffect, useId, useLayoutEffect, useRef, useState } from "react"
import { useTranslation } from "react-i18next"
import { useNavigate } from "react-router-dom"
import { definitionOf } from "../../../domain/actions/table.ts"
import { type ActionChoice, type OutboxItem as Item, outboxItem } from "../../../domain/views/outbox.ts"
import { useViewOf } from "../../client/client.ts"
import { useNow } from "../../client/clock.ts"
import type { AppRequest } from "../../client/handle.ts"
import { useOutbox } from "../../client/outboxPanel.ts"
import { useAsked } from "../../flows/askedPage.ts"
import { useActionText } from "../../i18n/useActionText.ts"
import { useFormat } from "../../i18n/useFormat.ts"
import { useAsk } from "../../toasts/useAsk.ts"
import { Button } from "../../ui/Button.tsx"
import { Glyph } from "../../ui/Glyph.tsx"
import type { Stand } from "./keptRows.ts"
import { OutboxCode } from "./OutboxCode.tsx"
import { StateLine } from "./StateLine.tsx"

const requestOf = (
  choice: Exclude<ActionChoice, "signIn">,
  { id: action, restoring }: Pick<Item, "id" | "restoring">,
): AppRequest | null => {
  switch (choice) {
    case "restore":
      return restoring
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

/** Actions that went well leave with "Clear": to dismiss them one by one would be noise. */
const worthShowing = ({ choices, state }: Item): readonly ActionChoice[] =>
  state === "confirmed" || state === "cancelled" || state === "superseded"
    ? choices.filter((choice) => choice === "restore")
    : choices

/**
 * The offered choices. While the list has the pointer or the focus each keeps its place: new ones are last, and removed
 * ones leave their room.
 */
const useOffered = (choices: readonly ActionChoice[], isHeld: boolean): readonly ActionChoice[] => {
  const shown = useRef(choices)
  const offered = isHeld ? [...shown.current, ...choices.filter((each) => !shown.current.includes(each))] : choices
  useLayoutEffect(() => {
    shown.current = offered
  })
  return offered
}

/** One choice. When it is removed, its row takes the focus, so that the keyboard keeps its place. */
const Choice = ({ word, onPress }: { readonly word: string; readonly onPress: () => void }) => {
  const id = useId()
  useLayoutEffect(
    () => () => {
      const active = document.activeElement
      if (active?.id === id) active.closest<HTMLElement>("li")?.focus({ preventScroll: true })
    },
    [id],
  )
  return (
    <Button id={id} variant="word" onPress={onPress}>
      {word}
    </Button>
  )
}

const Choices = ({ item, isHeld }: { readonly item: Item; readonly isHeld: boolean }) => {
  const { t } = useTranslation()
  const ask = useAsk()
  const outbox = useOutbox()
  const navigate = useNavigate()
  const asked = useAsked()
  const choices = worthShowing(item)
  const offered = useOffered(choices, isHeld)
  if (offered.length === 0) return null
  const choose = (choice: ActionChoice) => {
    if (choice !== "signIn") {
      const request = requestOf(choice, item)
      return request === null ? undefined : ask(request)
    }
    outbox.close()
    navigate("/signin", { state: asked })
  }
  return (
    <p className="acts">
      {offered.map((choice) =>
        choices.includes(choice) ? (
          <Choice key={choice} word={t(wordKey(choice, item))} onPress={() => choose(choice)} />
        ) : (
          <span key={choice} className="word gone" aria-hidden="true">
            {t(wordKey(choice, item))}
          </span>
        ),
      )}
    </p>
  )
}

const settledStates: ReadonlySet<string> = new Set(["confirmed", "expired", "cancelled", "superseded", "refused"])

interface RowPosition {
  readonly isFocused: boolean
  readonly isHeld: boolean
  readonly stand: Stand
  /** True when it took over the row of an earlier action. */
  readonly isHeir: boolean
  /** From 0, including rows that are gone. */
  readonly row: number
  /** The position in its section, from 1. */
  readonly place: number
  readonly of: number
  readonly measure: (row: Element | null) => void
}

/** The next present row, or the one before, within a part of the panel. */
const nextTo = (row: HTMLElement, within: Element | null): HTMLElement | undefined => {
  const rows = [...(within?.querySelectorAll<HTMLElement>("li.act-item") ?? [])]
  const [at, isThere] = [rows.indexOf(row), (each: HTMLElement) => !each.matches(".gone")]
  return rows.slice(at + 1).find(isThere) ?? rows.slice(0, at).findLast(isThere)
}

/**
 * The element that takes the focus of a row that is gone: a row of its section, one of another, or the panel itself.
 */
const adjacent = (row: HTMLElement): HTMLElement | null =>
  nextTo(row, row.parentElement) ??
  nextTo(row, row.closest(".sheet-body")) ??
  row.parentElement?.closest<HTMLElement>("[tabindex]") ??
  null

const useFocusOf = (row: RefObject<HTMLLIElement | null>, { isFocused, stand }: RowPosition): void => {
  useEffect(() => {
    if (!isFocused) return
    row.current?.scrollIntoView({ block: "nearest" })
    row.current?.focus({ preventScroll: true })
  }, [row, isFocused])
  useLayoutEffect(() => {
    if (stand === "gone" && row.current !== null && document.activeElement === row.current)
      adjacent(row.current)?.focus({ preventScroll: true })
  }, [row, stand])
}

/** A press that was meant for the earlier content comes within this time, ms. */
const SURPRISE_MS = 1000

/**
 * True when a row may offer the next choices. If its action ended under a hand, or another action took its room, they
 * would appear where "Cancel" was.
 */
const useMayOffer = ({ stand, isHeir }: Pick<RowPosition, "stand" | "isHeir">): boolean => {
  const [overIn, setOverIn] = useState<Stand | null>(null)
  const isAnother = stand === "kept" || isHeir
  useEffect(() => {
    if (!isAnother) return
    const timer = setTimeout(() => setOverIn(stand), SURPRISE_MS)
    return () => {
      clearTimeout(timer)
      setOverIn(null)
    }
  }, [stand, isAnother])
  return stand !== "gone" && (!isAnother || overIn === stand)
}

/** The texts of the row: sign, name, time; its state, reason and deadline; the choices. */
const Description = ({
  item,
  isHeld,
  ...at
}: Pick<RowPosition, "stand" | "isHeir" | "isHeld"> & { readonly item: Item }) => {
  const format = useFormat()
  const actionText = useActionText()
  const now = useNow()
  const mayOffer = useMayOffer(at)
  return (
    <>
      <Glyph name={item.state} large />
      <p className="what">
        <span>{actionText(item)}</span>
        <time dateTime={format.iso(item.at)} title={format.full(item.at)}>
          {format.moment(item.at, now)}
        </time>
      </p>
      <StateLine item={item} />
      {item.state === "confirmed" && definitionOf(item.intent).givesSecret && <OutboxCode action={item.id} />}
      {mayOffer && <Choices item={item} isHeld={isHeld} />}
    </>
  )
}

/** One action, or the room of one that is gone while others keep their places. */
const Shown = ({ item, ...at }: RowPosition & { readonly item: Item }) => {
  const { stand, isHeir, isHeld, row, place, of, measure } = at
  const element = useRef<HTMLLIElement>(null)
  const keep = useCallback(
    (li: HTMLLIElement | null) => {
      element.current = li
      measure(li)
    },
    [measure],
  )
  useFocusOf(element, at)
  const isGone = stand === "gone"
  const look = isGone ? "act-item gone" : settledStates.has(item.state) ? "act-item done" : "act-item"
  return (
    <li
      ref={keep}
      className={look}
      tabIndex={-1}
      data-index={row}
      aria-hidden={isGone || undefined}
      aria-posinset={place}
      aria-setsize={of}
    >
      {!isGone && <Description key={item.id} item={item} stand={stand} isHeir={isHeir} isHeld={isHeld} />}
    </li>
  )
}

/** Subscribes to its own action, so that a change renders one item. */
export const OutboxItem = memo(({ id, ...place }: RowPosition & { readonly id: string }) => {
  const known = useViewOf(outboxItem, id) ?? null
  const last = useRef(known)
  useLayoutEffect(() => {
    if (known !== null) last.current = known
  })
  // An action that the state forgets leaves its room as well.
  const item = known ?? (place.stand === "gone" ? last.current : null)
  return item && <Shown item={item} {...place} />
})
