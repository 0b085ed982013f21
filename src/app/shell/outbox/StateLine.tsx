import type { TFunction } from "i18next"
import { useTranslation } from "react-i18next"
import { refusalMessage } from "../../../domain/views/messages.ts"
import type { OutboxItem } from "../../../domain/views/outbox.ts"
import { HALF_MINUTE, SECOND, useNow } from "../../client/clock.ts"
import { useFormat } from "../../i18n/useFormat.ts"

type Translate = TFunction
type Format = ReturnType<typeof useFormat>

/** A newer or older clock never makes a span negative. */
const span = (from: number, to: number): number => Math.max(0, to - from)

const queued = ({ expiresAt, online }: OutboxItem, now: number, t: Translate, format: Format): string => {
  if (expiresAt !== null)
    return t("layout.outbox.detail.queuedExpires", { duration: format.duration(span(now, expiresAt)) })
  return t(online ? "layout.outbox.detail.queued" : "layout.outbox.detail.queuedOffline")
}

/** Its wait is over. */
const isDue = ({ state, status }: OutboxItem, now: number): boolean =>
  state === "waiting" && status.state === "waiting" && status.until <= now

/** What is due is tried where there is a connection; without one it waits for that, as what was never tried. */
const wordOf = (item: OutboxItem, now: number) => {
  if (!isDue(item, now)) return item.state
  return item.online ? "retrying" : "queued"
}

const unsent = (item: OutboxItem, now: number, t: Translate, format: Format): string => {
  if (item.state === "held")
    return item.heldFor === null
      ? t("layout.outbox.detail.heldUnknown")
      : t("layout.outbox.detail.held", { email: item.heldFor })
  const { status } = item
  if (status.state !== "waiting") return queued(item, now, t, format)
  /* Without a connection the time of the next try passes without one. */
  if (!item.online && isDue(item, now)) return t("layout.outbox.detail.queuedOffline")
  const reason = t(`layout.outbox.reason.${status.reason}`)
  if (isDue(item, now)) return reason
  const { until } = status
  return t("layout.outbox.detail.waiting", {
    when: format.relative(until, now),
    time: format.moment(until, now),
    reason,
  })
}

/** From when it was asked for: that is how long the person has waited. */
const confirmed = ({ status, at }: OutboxItem, t: Translate, format: Format): string => {
  if (status.state !== "confirmed") return ""
  if (status.by === "read") return t("layout.outbox.detail.confirmedByRead")
  if (status.by === "person") return t("layout.outbox.detail.confirmedByPerson")
  return t("layout.outbox.detail.confirmed", { duration: format.duration(span(at, status.at)) })
}

const refused = ({ status, intent, before }: OutboxItem, t: Translate): string => {
  if (status.state !== "refused") return ""
  const reason = t(`common.error.${refusalMessage(intent.call, status.reason)}`)
  return t(before === null ? "layout.outbox.detail.refused" : "layout.outbox.detail.refusedRolledBack", { reason })
}

/** What expired before it was asked for did so because the clock was set back. */
const expired = ({ status, at, expiresAt }: OutboxItem, t: Translate, format: Format): string =>
  status.state === "expired" && status.at < at
    ? t("layout.outbox.detail.expiredByClock")
    : t("layout.outbox.detail.expired", { duration: format.duration(span(at, expiresAt ?? at)) })

const detail = (item: OutboxItem, now: number, t: Translate, format: Format): string => {
  const { state } = item
  switch (state) {
    case "queued":
    case "waiting":
    case "held":
      return unsent(item, now, t, format)
    case "sending":
      return t("layout.outbox.detail.sending", { count: item.attempts })
    case "confirmed":
      return confirmed(item, t, format)
    case "refused":
      return refused(item, t)
    case "unconfirmed":
      return item.intent.call === "send_invitation"
        ? t("layout.outbox.detail.unconfirmedInvitation")
        : t("layout.outbox.detail.unconfirmed")
    case "expired":
      return expired(item, t, format)
    case "cancelled":
      return t("layout.outbox.detail.cancelled")
    case "superseded":
      return t("layout.outbox.detail.superseded")
  }
}

/** The state in words, then why and until when; counts down where something is due. */
export const StateLine = ({ item }: { readonly item: OutboxItem }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const counts = item.state === "waiting" || (item.state === "queued" && item.expiresAt !== null)
  const now = useNow(counts ? SECOND : HALF_MINUTE)
  return (
    <p className="state">
      <b>{t(`layout.outbox.state.${wordOf(item, now)}`)}</b> {detail(item, now, t, format)}
    </p>
  )
}
