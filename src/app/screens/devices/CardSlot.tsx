import { type ReactNode, useEffect } from "react"
import type { BatchNotice } from "../../../domain/views/batchNotice.ts"
import type { CardNotice, DeviceCard } from "../../../domain/views/devices.ts"
import type { Outcome } from "../../../domain/views/outcome.ts"
import { useDeployment } from "../../client/client.ts"
import { HALF_MINUTE, SECOND, useNow } from "../../client/clock.ts"
import { useOutbox } from "../../client/outboxPanel.ts"
import { standGlyph, useStandWords } from "../../dialogs/batch/words.ts"
import { useAsk } from "../../toasts/useAsk.ts"
import { Button } from "../../ui/Button.tsx"
import { Glyph, type GlyphName } from "../../ui/Glyph.tsx"
import { OutcomeRuler } from "../../ui/OutcomeRuler.tsx"
import { statusKeys, useCardWords } from "./cardWords.ts"
import { outcomeText, rulerOf } from "./outcomeWords.ts"

const Slot = ({
  glyph,
  ruler = null,
  say,
  end,
}: {
  readonly glyph: GlyphName
  /** Stands in place of the sign. */
  readonly ruler?: ReturnType<typeof rulerOf>
  readonly say: string
  readonly end: ReactNode
}) => (
  <div className="slot">
    <span className="say">
      {ruler === null || ruler.isBack ? <Glyph name={glyph} /> : <OutcomeRuler {...ruler} />}
      <span className="cut" title={say}>
        {say}
      </span>
    </span>
    {end}
  </div>
)

/** When it was seen, exactly. */
const SeenAt = ({ lastSeen }: Pick<DeviceCard, "lastSeen">) => {
  const { format } = useCardWords()
  const now = useNow()
  return <span className="end">{lastSeen > 0 && format.moment(lastSeen, now)}</span>
}

const textOf = ({ about, state, before }: CardNotice, { online, lastSeen }: DeviceCard) => {
  if (about === "rename") {
    if (state === "refused") return { key: "devices.notice.renameRefused" } as const
    if (state === "held") return { key: "devices.notice.renameHeld" } as const
    return { key: "devices.notice.renaming", before: before ?? "" } as const
  }
  switch (state) {
    case "refused":
      return online || lastSeen <= 0
        ? ({ key: `devices.notice.${about}Refused` } as const)
        : ({ key: `devices.notice.${about}RefusedSeen`, seen: lastSeen } as const)
    case "unconfirmed":
      return { key: `devices.notice.${about}Unconfirmed` } as const
    case "held":
      return { key: `devices.notice.${about}Held` } as const
    case "sending":
      return { key: `devices.notice.${about}Sending` } as const
    default:
      return { key: `devices.notice.${about}Queued` } as const
  }
}

/** What can be done about the action, in one word; the rest is in the outbox. */
const Word = ({ notice: { state, about, action, undoUntil } }: { readonly notice: CardNotice }) => {
  const { t } = useCardWords()
  const ask = useAsk()
  const outbox = useOutbox()
  const word = (label: string, onPress: () => void) => (
    <Button variant="word" onPress={onPress}>
      {label}
    </Button>
  )
  if (undoUntil !== null) return word(t("common.action.undo"), () => ask({ type: "CancelAction", action }))
  switch (state) {
    case "refused":
      return word(t("common.action.why"), () => outbox.open(action))
    case "unconfirmed":
      return word(t("common.action.decide"), () => outbox.open(action))
    case "held":
      return word(t("common.action.show"), () => outbox.open(action))
    case "queued":
    case "waiting":
      return about === "rename" ? null : word(t("layout.outbox.do.cancel"), () => ask({ type: "CancelAction", action }))
    default:
      return null
  }
}

/** Counts down to the moment the reboot leaves. */
const UndoSlot = ({ notice, until }: { readonly notice: CardNotice; readonly until: number }) => {
  const { t, format } = useCardWords()
  const now = useNow(SECOND)
  const when = format.relative(Math.max(until, now), now)
  return <Slot glyph="waiting" say={t("devices.notice.rebootUndo", { when })} end={<Word notice={notice} />} />
}

/** How far a wake or a reboot has come, counting where something runs (WAKE-4). */
const OutcomeSlot = ({
  notice,
  outcome,
  card,
}: {
  readonly notice: CardNotice & { readonly about: "wake" | "reboot" }
  readonly outcome: Outcome
  readonly card: DeviceCard
}) => {
  const { t, format } = useCardWords()
  const isRunning = outcome.stage === "taken" || outcome.stage === "gone"
  const now = useNow(isRunning ? SECOND : HALF_MINUTE)
  return (
    <Slot
      glyph={outcome.stage === "back" ? "confirmed" : "unconfirmed"}
      ruler={rulerOf(notice)}
      say={outcomeText(t, format, notice.about, outcome, now)}
      end={<SeenAt {...card} />}
    />
  )
}

/** The most urgent thing about a device, and what can be done about it. */
export const NoticeSlot = ({ notice, card }: { readonly notice: CardNotice; readonly card: DeviceCard }) => {
  const { t, format } = useCardWords()
  const now = useNow()
  const { about, outcome } = notice
  if (notice.undoUntil !== null) return <UndoSlot notice={notice} until={notice.undoUntil} />
  if (outcome !== null && about !== "rename")
    return <OutcomeSlot notice={{ ...notice, about }} outcome={outcome} card={card} />
  const text = textOf(notice, card)
  const say =
    "before" in text
      ? t(text.key, { before: text.before })
      : "seen" in text
        ? t(text.key, { ago: format.age(text.seen, now) })
        : t(text.key)
  const end = "before" in text ? <SeenAt {...card} /> : <Word notice={notice} />
  return <Slot glyph={notice.state} ruler={rulerOf(notice)} say={say} end={end} />
}

/** What became of a device in the batch it is part of, and the way to all of it. */
export const BatchSlot = ({ of: { batch, kind, stand } }: { readonly of: BatchNotice }) => {
  const { t, open } = useCardWords()
  const words = useStandWords()
  const say = t("dialog.batch.because", { state: t(`common.action.${kind}`), reason: words(stand) })
  const show = (
    <Button variant="word" onPress={() => open("batch", { subject: batch })}>
      {t("common.action.show")}
    </Button>
  )
  return <Slot glyph={standGlyph(stand)} say={say} end={show} />
}

/** How long a card says that connecting needs the desktop app, ms. */
const SAID_MS = 8_000

const NeedsApp = ({ onForget }: { readonly onForget: () => void }) => {
  const { t } = useCardWords()
  const { releasesUrl } = useDeployment()
  useEffect(() => {
    const timer = setTimeout(onForget, SAID_MS)
    return () => clearTimeout(timer)
  }, [onForget])
  const get = releasesUrl !== null && (
    <a className="word" href={releasesUrl} target="_blank" rel="noreferrer">
      {t("devices.notice.getApp")}
    </a>
  )
  return (
    <div role="status">
      <Slot glyph="info" say={t("devices.notice.needsApp")} end={get} />
    </div>
  )
}

/** The last row of a card: the most urgent notice, else the status in words and the exact time (look, anatomy). */
export const CardSlot = ({
  card,
  wantsStream,
  onConnect,
  onForget,
}: {
  readonly card: DeviceCard
  readonly wantsStream: boolean
  readonly onConnect: () => void
  readonly onForget: () => void
}) => {
  const { t } = useCardWords()
  if (card.notice !== null) return <NoticeSlot notice={card.notice} card={card} />
  if (card.batch !== null) return <BatchSlot of={card.batch} />
  if (wantsStream) return <NeedsApp onForget={onForget} />
  const connect = (
    <button
      type="button"
      className="word connect"
      aria-label={t("devices.card.connect", { name: card.name })}
      onClick={onConnect}
    >
      {t("common.action.connect")}
    </button>
  )
  if (card.shared) {
    const owner = card.owner.trim()
    const say = owner === "" ? t("devices.notice.shared") : t("devices.notice.sharedBy", { owner })
    return (
      <Slot
        glyph="shared"
        say={say}
        end={
          <>
            <SeenAt {...card} />
            {connect}
          </>
        }
      />
    )
  }
  return (
    <div className="slot">
      <span className="cut">{t(statusKeys[card.status])}</span>
      <SeenAt {...card} />
      {connect}
    </div>
  )
}
