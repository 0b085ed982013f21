import type { TFunction } from "i18next"
import { useTranslation } from "react-i18next"
import { definitionOf } from "../../../domain/actions/table.ts"
import { isOnline } from "../../../domain/views/devices.ts"
import { refusalMessage } from "../../../domain/views/messages.ts"
import { isUndoable, type OutboxItem } from "../../../domain/views/outbox.ts"
import { HALF_MINUTE, SECOND, useNow } from "../../client/clock.ts"
import { useFormat } from "../../i18n/useFormat.ts"
import { useValueText } from "../../i18n/useValueText.ts"
import { Marked } from "../../ui/Marked.tsx"

type Translate = TFunction
type Format = ReturnType<typeof useFormat>

/** A clock that was changed never makes a span negative. */
const span = (from: number, to: number): number => Math.max(0, to - from)

const askedToWait = (until: number, now: number, t: Translate, format: Format): string =>
  t("layout.outbox.stateLine.askedToWait", { when: format.relative(until, now), time: format.moment(until, now) })

const queued = (item: OutboxItem, now: number, t: Translate, format: Format): string => {
  const { expiresAt, online, waitsUntil } = item
  if (waitsUntil !== null && waitsUntil > now) return askedToWait(waitsUntil, now, t, format)
  if (expiresAt !== null)
    return t("layout.outbox.stateLine.queuedExpires", { duration: format.duration(span(now, expiresAt)) })
  return t(online ? "layout.outbox.stateLine.queued" : "layout.outbox.stateLine.queuedOffline")
}

/**
 * A due attempt runs where there is a connection. Without one it waits for the connection, as an action never tried
 * does.
 */
const waiting = (item: OutboxItem, now: number, t: Translate, format: Format): string => {
  const { status } = item
  if (status.state !== "waiting") return queued(item, now, t, format)
  const { until } = status
  if (isUndoable(status) && until > now)
    return t("layout.outbox.stateLine.undo", {
      when: format.relative(until, now),
      reason: t("layout.outbox.reason.undo"),
    })
  const isDue = until <= now
  if (status.reason === "wait" && !isDue) return askedToWait(until, now, t, format)
  if (isDue && !item.online) return t("layout.outbox.stateLine.queuedOffline")
  const { httpStatus } = status
  const reason =
    httpStatus === undefined
      ? t(`layout.outbox.reason.${status.reason}`)
      : t("common.error.httpStatus", { status: httpStatus })
  if (isUndoable(status)) return queued(item, now, t, format)
  if (isDue) return t("layout.outbox.stateLine.retrying", { reason })
  return t("layout.outbox.stateLine.waiting", {
    when: format.relative(until, now),
    time: format.moment(until, now),
    reason,
  })
}

const held = ({ heldFor }: OutboxItem, t: Translate): string =>
  heldFor === null ? t("layout.outbox.stateLine.heldUnknown") : t("layout.outbox.stateLine.held", { email: heldFor })

/** The time since the person asked for it, because that is how long the person has waited. */
const confirmed = ({ status, at }: OutboxItem, t: Translate, format: Format): string => {
  if (status.state !== "confirmed") return ""
  if (status.by === "read") return t("layout.outbox.stateLine.confirmedByRead")
  if (status.by === "person") return t("layout.outbox.stateLine.confirmedByPerson")
  if (status.away !== undefined) {
    const { from, to } = status.away
    return t("layout.outbox.stateLine.confirmedByAbsence", { from: format.clock(from), to: format.clock(to) })
  }
  return t("layout.outbox.stateLine.confirmed", { duration: format.duration(span(at, status.at)) })
}

/** The server reports only a failure. This browser's knowledge about the device explains more. */
const unreachable = ({ status, intent, deviceSeen }: OutboxItem, now: number, t: Translate, format: Format) => {
  if (status.state !== "refused" || status.reason !== "unknown" || deviceSeen === null) return null
  if (deviceSeen <= 0 || isOnline(deviceSeen, status.at)) return null
  const { cardNotice } = definitionOf(intent).messages
  return cardNotice === "wake" || cardNotice === "reboot"
    ? t(`layout.outbox.reason.${cardNotice}Unreachable`, { ago: format.age(deviceSeen, now) })
    : null
}

const refusal = (item: OutboxItem, now: number, t: Translate, format: Format): string | undefined => {
  const { status, intent } = item
  if (status.state !== "refused") return undefined
  return unreachable(item, now, t, format) ?? t(`common.error.${refusalMessage(intent.call, status.reason)}`)
}

const refused = (item: OutboxItem, now: number, t: Translate, format: Format): string => {
  const reason = refusal(item, now, t, format)
  const words = item.before === null ? "layout.outbox.stateLine.refused" : "layout.outbox.stateLine.refusedRolledBack"
  return reason === undefined ? "" : t(words, { reason })
}

const unconfirmed = ({ intent }: OutboxItem, t: Translate): string => {
  const { unconfirmed: words = "unconfirmed" } = definitionOf(intent).messages
  return t(`layout.outbox.stateLine.${words}`)
}

/** An action that expired before it was queued did so because the clock was set back. */
const expired = ({ status, at, expiresAt }: OutboxItem, t: Translate, format: Format): string =>
  status.state === "expired" && status.at < at
    ? t("layout.outbox.stateLine.expiredByClock")
    : t("layout.outbox.stateLine.expired", { duration: format.duration(span(at, expiresAt ?? at)) })

const stateText = (item: OutboxItem, now: number, t: Translate, format: Format): string => {
  const { state } = item
  switch (state) {
    case "queued":
      return queued(item, now, t, format)
    case "waiting":
      return waiting(item, now, t, format)
    case "held":
      return held(item, t)
    case "sending":
      return t("layout.outbox.stateLine.sending", { attempt: item.attempts })
    case "confirmed":
      return confirmed(item, t, format)
    case "refused":
      return refused(item, now, t, format)
    case "unconfirmed":
      return unconfirmed(item, t)
    case "expired":
      return expired(item, t, format)
    case "cancelled":
      return t("layout.outbox.stateLine.cancelled")
    case "superseded":
      return t("layout.outbox.stateLine.superseded")
  }
}

/** The value that another client has set meanwhile, and whether it stays. */
const Contest = ({ contest }: Pick<OutboxItem, "contest">) => {
  const { t } = useTranslation()
  const valueText = useValueText()
  if (contest === null) return null
  const key = contest.isReplaced ? "layout.outbox.contest.replaced" : "layout.outbox.contest.replaces"
  return <p className="state">{t(key, { theirs: valueText(contest.theirs) })}</p>
}

/** The state, the reason and the deadline in one sentence. Counts down where something is due. */
export const StateLine = ({ item }: { readonly item: OutboxItem }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const isTimed = item.expiresAt !== null || item.waitsUntil !== null
  const counts = item.state === "waiting" || (item.state === "queued" && isTimed)
  const now = useNow(counts ? SECOND : HALF_MINUTE)
  return (
    <>
      <p className="state">
        <Marked text={stateText(item, now, t, format)} quoted={refusal(item, now, t, format)} />
      </p>
      <Contest contest={item.contest} />
    </>
  )
}
