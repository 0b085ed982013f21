import { type ReactNode, useEffect, useId } from "react"
import type { BatchNotice } from "../../../domain/views/batchNotice.ts"
import type { CardNotice, DeviceCard } from "../../../domain/views/devices.ts"
import type { LanDeviceView } from "../../../domain/views/lan.ts"
import type { PowerOutcome } from "../../../domain/views/powerOutcome.ts"
import { HALF_MINUTE, SECOND, useNow } from "../../client/clock.ts"
import { useOutbox } from "../../client/outboxPanel.ts"
import { CutSentence } from "../../devices/CutSentence.tsx"
import { type CardWords, statusKeys, useCardWords } from "../../devices/cardWords.ts"
import { standGlyph, useStandWords } from "../../dialogs/batch/words.ts"
import { outcomeText, rulerOfOutcome } from "../../i18n/outcomeText.ts"
import { GetApp } from "../../shell/GetApp.tsx"
import { useAsk } from "../../toasts/useAsk.ts"
import { Button } from "../../ui/Button.tsx"
import { Glyph, type GlyphName } from "../../ui/Glyph.tsx"
import { OutcomeRuler } from "../../ui/OutcomeRuler.tsx"
import { useLanDeviceNews } from "../network/LanDevice.tsx"
import { rulerOf } from "./outcomeWords.ts"

const Slot = ({
  glyph,
  ruler = null,
  say,
  end,
}: {
  readonly glyph: GlyphName
  /** Replaces the sign. */
  readonly ruler?: ReturnType<typeof rulerOf>
  readonly say: string
  readonly end: ReactNode
}) => (
  <div className="slot">
    <span className="say">
      {ruler === null || ruler.isBack ? <Glyph name={glyph} /> : <OutcomeRuler {...ruler} />}
      <CutSentence>{say}</CutSentence>
    </span>
    {end}
  </div>
)

/**
 * The exact time of the last sighting. Longer words hide it, and the title of the age above still shows it. For a
 * device of this network alone, the age of its discovery or of its last answer.
 */
const SeenAt = ({ lastSeen, kind, online }: Pick<DeviceCard, "lastSeen" | "kind" | "online">) => {
  const { t, format } = useCardWords()
  const now = useNow()
  if (kind === "near") {
    const age = format.age(lastSeen, now)
    return <span className="end">{t(online ? "devices.lan.found" : "pages.network.answered.last", { age })}</span>
  }
  if (lastSeen <= 0) return <span className="end" />
  return (
    <span className="end" title={format.full(lastSeen)}>
      {format.moment(lastSeen, now)}
    </span>
  )
}

const sayingOf = (
  { t, format }: Pick<CardWords, "t" | "format">,
  { about, state, before }: CardNotice,
  { online, lastSeen }: DeviceCard,
  now: number,
): string => {
  if (about === "rename") {
    if (state === "refused") return t("devices.notice.renameRefused")
    return state === "held" ? t("devices.notice.renameHeld") : t("devices.notice.renaming", { before: before ?? "" })
  }
  switch (state) {
    case "refused":
      return online || lastSeen <= 0
        ? t(`devices.notice.${about}Refused`)
        : t(`devices.notice.${about}RefusedSeen`, { ago: format.age(lastSeen, now) })
    case "unconfirmed":
      return t(`devices.notice.${about}Unconfirmed`)
    case "held":
      return t(`devices.notice.${about}Held`)
    case "sending":
      return t(`devices.notice.${about}Sending`)
    default:
      return t(`devices.notice.${about}Queued`)
  }
}

/** The main button of the action, in one word. All others are in the outbox. */
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

/** Counts down until the reboot is sent. */
const UndoSlot = ({ notice, until }: { readonly notice: CardNotice; readonly until: number }) => {
  const { t, format } = useCardWords()
  const now = useNow(SECOND)
  const when = format.relative(Math.max(until, now), now)
  return <Slot glyph="waiting" say={t("devices.notice.rebootUndo", { when })} end={<Word notice={notice} />} />
}

/** The progress of a wake or a reboot, with a running time (WAKE-4). */
const OutcomeSlot = ({
  notice,
  outcome,
  card,
}: {
  readonly notice: CardNotice & { readonly about: "wake" | "reboot" }
  readonly outcome: PowerOutcome
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

/** The most urgent notice of a device, with its button. */
export const NoticeSlot = ({ notice, card }: { readonly notice: CardNotice; readonly card: DeviceCard }) => {
  const words = useCardWords()
  const now = useNow()
  const { about, state, outcome } = notice
  if (notice.undoUntil !== null) return <UndoSlot notice={notice} until={notice.undoUntil} />
  if (outcome !== null && about !== "rename")
    return <OutcomeSlot notice={{ ...notice, about }} outcome={outcome} card={card} />
  const isRenaming = about === "rename" && state !== "refused" && state !== "held"
  const end = isRenaming ? <SeenAt {...card} /> : <Word notice={notice} />
  return <Slot glyph={state} ruler={rulerOf(notice)} say={sayingOf(words, notice, card, now)} end={end} />
}

/** The state of the device in its batch, with a button that shows the batch. */
export const BatchSlot = ({ of: { batch, kind, stand, facts } }: { readonly of: BatchNotice }) => {
  const { t, open } = useCardWords()
  const words = useStandWords()
  const said = words(stand, facts)
  // The sentence of a wake or a reboot names the action already.
  const isNamed = facts.power !== null && (stand.state === "confirmed" || stand.state === "refused")
  const say = isNamed ? said : t("dialog.batch.because", { state: t(`common.action.${kind}`), reason: said })
  const ruler =
    stand.state === "confirmed" && facts.power !== null ? rulerOfOutcome(facts.outcome?.stage ?? "taken") : null
  const show = (
    <Button variant="word" onPress={() => open("batch", { subject: batch })}>
      {t("common.action.show")}
    </Button>
  )
  return <Slot glyph={standGlyph(stand)} ruler={ruler} say={say} end={show} />
}

/** Duration of the note that connecting needs the desktop app, ms. */
const SAID_MS = 8_000

const NeedsApp = ({ onForget }: { readonly onForget: () => void }) => {
  const { t } = useCardWords()
  useEffect(() => {
    const timer = setTimeout(onForget, SAID_MS)
    return () => clearTimeout(timer)
  }, [onForget])
  return (
    <div role="status">
      <Slot glyph="info" say={t("devices.notice.needsApp")} end={<GetApp className="word" />} />
    </div>
  )
}

interface SlotProps {
  readonly card: DeviceCard
  readonly wantsStream: boolean
  readonly onConnect: () => void
  readonly onForget: () => void
}

/**
 * The last row of a card: the most urgent notice, else the work over this network, else the status and the exact time.
 */
export const CardSlot = (props: SlotProps) => {
  const { card } = props
  if (card.notice !== null) return <NoticeSlot notice={card.notice} card={card} />
  if (card.batch !== null) return <BatchSlot of={card.batch} />
  return card.lan === null ? <Plain {...props} /> : <Near {...props} lan={card.lan} />
}

const Near = ({ lan, ...props }: SlotProps & { readonly lan: LanDeviceView }) => {
  const news = useLanDeviceNews({ device: lan })
  return news === null ? <Plain {...props} /> : <div className="slot">{news}</div>
}

const Plain = ({ card, wantsStream, onConnect, onForget }: SlotProps) => {
  const { t, format } = useCardWords()
  const now = useNow()
  const why = useId()
  if (wantsStream) return <NeedsApp onForget={onForget} />
  const isAway = !card.online && card.lan === null && card.lastSeen > 0
  const warning = isAway ? t("devices.viewer.far.warn", { ago: format.age(card.lastSeen, now) }) : null
  const connect = (card.kind === "bound" || card.online) && (
    <button
      type="button"
      className="word connect"
      title={warning ?? undefined}
      aria-label={t("devices.card.connect", { name: card.name })}
      aria-describedby={warning === null ? undefined : why}
      onClick={onConnect}
    >
      {warning !== null && (
        <>
          <Glyph name="warning" />
          <span className="vh" id={why}>
            {warning}
          </span>
        </>
      )}
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
      <span className="cut" title={t(statusKeys[card.status])}>
        {t(statusKeys[card.status])}
      </span>
      <SeenAt {...card} />
      {connect}
    </div>
  )
}
