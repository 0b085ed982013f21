import type { ParseKeys } from "i18next"
import { useCallback } from "react"
import { useTranslation } from "react-i18next"
import type { ConnectFailure } from "../../../domain/features/deviceSession/events.ts"
import type { ViewedDevice } from "../../../domain/features/deviceSession/feature.ts"
import type { State } from "../../../domain/product/state.ts"
import { CONNECT_ATTEMPTS_MAX } from "../../../domain/values/limits.ts"
import { farReason } from "../../../domain/views/unreached.ts"
import { useView } from "../../client/client.ts"
import { SECOND, useNow } from "../../client/clock.ts"
import { useFormat } from "../../i18n/useFormat.ts"
import { Button } from "../../ui/Button.tsx"
import { Glyph } from "../../ui/Glyph.tsx"
import { StageCard } from "./StageCard.tsx"
import type { ViewerStage } from "./useViewer.ts"

const keys = {
  away: "devices.viewer.reason.away",
  wait: "common.error.wait",
  noCloud: "devices.viewer.far.noCloud",
  unknown_device: "devices.viewer.reason.unknown",
  unreachable: "devices.viewer.reason.silent",
  timed_out: "devices.viewer.reason.silent",
  vanished: "devices.viewer.reason.vanished",
  closed: "devices.viewer.reason.vanished",
  busy: "devices.viewer.reason.busy",
  wrong_passcode: "devices.viewer.reason.passcode",
  key_changed: "devices.viewer.reason.key",
  superseded: "devices.viewer.reason.superseded",
} as const satisfies Partial<Record<ConnectFailure, ParseKeys>>

const isNamed = (reason: ConnectFailure): reason is keyof typeof keys => Object.hasOwn(keys, reason)

/** The text of the reason why a device is not reached. */
const reasonKey = (reason: ConnectFailure) => (isNamed(reason) ? keys[reason] : "devices.viewer.reason.refused")

const MS_PER_SECOND = 1_000
const secondsTo = (until: number | null, now: number): number =>
  until === null ? 0 : Math.max(0, Math.ceil((until - now) / MS_PER_SECOND))

/** The reason why a device that only the cloud knows was not reached; null where another text names it. */
const useFarReason = (device: ViewedDevice): string | null => {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow()
  const far = useView(useCallback((state: State) => farReason(state, device), [device])) ?? null
  if (far === null) return null
  const { name, askedAt } = device
  if (far.reason === "noCloud") return t("devices.viewer.far.noCloud")
  if (far.reason === "noWay") return t("devices.viewer.far.noWay", { time: format.clock(askedAt) })
  if (far.lastSeen <= 0) return t("devices.viewer.far.neverSeen", { name })
  return t("devices.viewer.far.away", { name, ago: format.age(far.lastSeen, now) })
}

/** The age of a picture that is no longer live, over its upper edge. */
export const LastPicture = ({ at, isLive = false }: { readonly at: number; readonly isLive?: boolean }) => {
  const { t } = useTranslation()
  const now = useNow(SECOND)
  const format = useFormat()
  return (
    <p className="pband" role="status">
      <Glyph name="lastKnown" />
      <b>{t("devices.viewer.pictureFrom", { time: format.moment(at, now) })}</b>
      <span aria-live="off">{format.age(at, now)}</span>
      <span className="quiet">{t(isLive ? "devices.viewer.unanswered" : "devices.viewer.notSent")}</span>
    </p>
  )
}

/** Shown while the device is connected but its picture has ended: the reason, and how to get it back (SCREEN-3). */
export const Ended = ({
  reason,
  isAwaited,
  onRetry,
  onDisconnect,
}: {
  readonly reason: NonNullable<ViewerStage["ended"]>
  /** True when the computer behind the device is gone, and the picture will come back with it. */
  readonly isAwaited: boolean
  readonly onRetry: () => void
  readonly onDisconnect: () => void
}) => {
  const { t } = useTranslation()
  return (
    <StageCard
      glyph="refused"
      tone="bad"
      title={t("devices.viewer.ended.title")}
      actions={
        <>
          <Button onPress={onDisconnect}>{t("devices.viewer.disconnect")}</Button>
          <Button variant="primary" onPress={onRetry}>
            {t("common.action.tryNow")}
          </Button>
        </>
      }
    >
      <p>{t(`devices.viewer.ended.${isAwaited && reason === "ended" ? "gone" : reason}`)}</p>
      {isAwaited && <p>{t("devices.viewer.ended.again")}</p>}
    </StageCard>
  )
}

/** Over the last picture: since when the device is gone, the reason, and the time of the next attempt (BRIDGE-4). */
export const Lost = ({
  device,
  pictureAt,
  onRetry,
  onDisconnect,
}: {
  readonly device: ViewedDevice
  /** The time of the last picture, ms; null when there was none. */
  readonly pictureAt: number | null
  readonly onRetry: () => void
  readonly onDisconnect: () => void
}) => {
  const { t } = useTranslation()
  const now = useNow(SECOND)
  const { phase, since, reason, attempt, until, httpStatus } = device
  const seconds = Math.max(0, Math.round((now - since) / MS_PER_SECOND))
  const isLost = phase === "lost"
  const far = useFarReason(device)
  return (
    <StageCard
      glyph={isLost ? "lastKnown" : "refused"}
      tone={isLost ? "warn" : "bad"}
      isSteady={isLost}
      title={isLost ? t("devices.viewer.lost", { count: seconds }) : t("devices.viewer.failed", { name: device.name })}
      actions={
        <>
          <Button onPress={onDisconnect}>{t(isLost ? "devices.viewer.disconnect" : "devices.viewer.toDevices")}</Button>
          <Button variant="primary" onPress={onRetry}>
            {t("common.action.tryNow")}
          </Button>
        </>
      }
    >
      {reason !== null && <p>{far ?? t(reasonKey(reason))}</p>}
      {httpStatus !== undefined && <p className="small">{t("common.error.httpStatus", { status: httpStatus })}</p>}
      {pictureAt !== null && <p>{t("devices.viewer.keysLetGo")}</p>}
      {isLost && (
        <p className="small" aria-live="off">
          {t("devices.viewer.attempt", { attempt, of: CONNECT_ATTEMPTS_MAX, count: secondsTo(until, now) })}
        </p>
      )}
    </StageCard>
  )
}
