import { useState } from "react"
import { useTranslation } from "react-i18next"
import type { StoredEvent } from "../../../domain/event/event.ts"
import { actionOf, originOf, signOf } from "../../../domain/views/logEvents.ts"
import { outboxCount, outboxItem } from "../../../domain/views/outbox.ts"
import { useFormat } from "../../i18n/useFormat.ts"
import type { OpenedLog } from "../../log/openedLog.ts"
import { useEventText } from "../../log/useEventText.ts"
import type { StatesAround } from "../../log/useStateAt.ts"
import { Button } from "../../ui/Button.tsx"
import { Mono } from "../../ui/Mono.tsx"
import { EventSign } from "./EventSign.tsx"

/** The most nodes of a chain that are drawn. A longer chain shows its beginning and the part around the event. */
const NODES_MAX = 8

interface ChainProps {
  readonly opened: OpenedLog
  readonly chain: readonly number[]
  readonly at: number
  readonly onSelect: (seq: number) => void
}

/** The chain from a command to its call and outcome, with a node for each event. */
const Chain = ({ opened, chain, at, onSelect }: ChainProps) => {
  const { t } = useTranslation()
  const format = useFormat()
  const { typeName, stepName } = useEventText()
  // An event that shows only the progress of a stage is part of the step that began the stage.
  const place = chain.findLastIndex((seq) => seq <= at)
  const step = chain[place]
  const from = Math.max(1, Math.min(place - NODES_MAX / 2, chain.length - NODES_MAX + 1))
  const shown = chain.length <= NODES_MAX ? chain : [...chain.slice(0, 1), ...chain.slice(from, from + NODES_MAX - 1)]
  return (
    <ol className="chain" aria-label={t("pages.log.chain")}>
      {shown.map((seq) => {
        const event = opened.event(seq)
        const state = seq === step ? "at" : seq < at ? "past-l" : "later"
        return (
          <li key={seq} className={state} aria-current={seq === step ? "step" : undefined}>
            <span className="node">{event && <EventSign sign={signOf(event.type)} />}</span>
            <button type="button" className="word" onClick={() => onSelect(seq)}>
              {event === undefined ? typeName(opened.index.typeOf(seq)) : stepName(event)}
            </button>
            <p className="num">
              {event && t("pages.log.step", { time: format.clock(event.at), by: t(`pages.log.by.${originOf(event)}`) })}
            </p>
          </li>
        )
      })}
    </ol>
  )
}

/** The changes of the event: the old value struck through, the new one beside it. */
const Changed = ({ event, around }: { readonly event: StoredEvent; readonly around: StatesAround }) => {
  const { t } = useTranslation()
  const { number } = useFormat()
  const action = actionOf(event)
  const [was, is] = [around.before, around.after].map((state) =>
    action === null ? null : (outboxItem(state, action)?.state ?? null),
  )
  const [waitedBefore, waits] = [outboxCount(around.before), outboxCount(around.after)]
  if (was === is && waitedBefore === waits) return null
  const word = (state: typeof was) => (state ? t(`layout.outbox.state.${state}`) : "–")
  return (
    <p className="changed">
      <span className="faint">{t("pages.log.changed")}</span>
      {was !== is && (
        <span>
          <del className="was">{word(was)}</del> <ins>{word(is)}</ins>
        </span>
      )}
      {waitedBefore !== waits && (
        <span>
          {t("layout.outbox.title")} <del className="was">{number(waitedBefore)}</del> <ins>{number(waits)}</ins>
        </span>
      )}
    </p>
  )
}

const Data = ({ event }: { readonly event: StoredEvent }) => {
  const { t } = useTranslation()
  const { full } = useFormat()
  const facts = [
    [t("pages.log.filter.time"), full(event.at)],
    [t("pages.log.filter.account"), event.account ?? "–"],
    [t("pages.log.tab"), event.tab],
    [t("pages.log.cause"), event.cause ?? "–"],
  ] as const
  return (
    <>
      <dl className="kv">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys */}
      <section className="payload" dir="ltr" tabIndex={0} aria-label={t("pages.log.data")}>
        <pre>{JSON.stringify(event.payload, null, 2)}</pre>
      </section>
    </>
  )
}

/** One event: its name, its chain of causes, its changes, and its data. */
export const EventDetail = ({
  opened,
  event,
  chain,
  around,
  onSelect,
}: {
  readonly opened: OpenedLog
  readonly event: StoredEvent
  readonly chain: readonly number[]
  readonly around: StatesAround | null
  readonly onSelect: (seq: number) => void
}) => {
  const { t } = useTranslation()
  const { number } = useFormat()
  const { said } = useEventText()
  const [isOpen, setOpen] = useState(false)
  return (
    <section className="edetail" aria-label={t("pages.log.oneEvent")}>
      <div className="edetail-h">
        <h2>
          <bdi>{said(event, opened.index, opened.actionOf(event))}</bdi>
        </h2>
        <Mono>{event.type}</Mono>
        <Mono>#{number(event.seq)}</Mono>
        <Button variant="word" aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
          {t(isOpen ? "pages.log.hideData" : "pages.log.showData")}
        </Button>
      </div>
      {isOpen && <Data event={event} />}
      {chain.length > 1 && <Chain opened={opened} chain={chain} at={event.seq} onSelect={onSelect} />}
      {around?.seq === event.seq && <Changed event={event} around={around} />}
    </section>
  )
}
