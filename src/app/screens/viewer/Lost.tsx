import { useCallback } from "react"
import { useTranslation } from "react-i18next"
import type { ViewedDevice } from "../../../domain/features/reach/feature.ts"
import type { State } from "../../../domain/product/state.ts"
import { REACH_ATTEMPTS_MAX } from "../../../domain/values/limits.ts"
import { farReason } from "../../../domain/views/farReach.ts"
import { useView } from "../../client/client.ts"
import { SECOND, useNow } from "../../client/clock.ts"
import { useFormat } from "../../i18n/useFormat.ts"
import { Button } from "../../ui/Button.tsx"
import { Glyph } from "../../ui/Glyph.tsx"
import { reasonKey } from "./reasonKey.ts"

const MS_PER_SECOND = 1_000
const secondsTo = (until: number | null, now: number): number =>
  until === null ? 0 : Math.max(0, Math.ceil((until - now) / MS_PER_SECOND))

/** What is known of a device that only the cloud knows and that was not reached; null where the reason says it. */
const useFarReason = (device: ViewedDevice): string | null => {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow()
  const far = useView(useCallback((state: State) => farReason(state, device), [device])) ?? null
  if (far === null) return null
  const { name, askedAt } = device
  if (far.reason === "noWay") return t("devices.viewer.far.noWay", { time: format.clock(askedAt) })
  if (far.lastSeen <= 0) return t("devices.viewer.far.neverSeen", { name })
  return t("devices.viewer.far.away", { name, ago: format.age(far.lastSeen, now) })
}

/** Over the last picture: since when the device is gone, why, and when it is tried again (BRIDGE-4). */
export const Lost = ({
  device,
  pictureAt,
  onRetry,
  onDisconnect,
}: {
  readonly device: ViewedDevice
  /** The time in the last picture, ms; null when there was none. */
  readonly pictureAt: number | null
  readonly onRetry: () => void
  readonly onDisconnect: () => void
}) => {
  const { t } = useTranslation()
  const now = useNow(SECOND)
  const format = useFormat()
  const { phase, since, reason, attempt, until } = device
  const seconds = Math.max(0, Math.round((now - since) / MS_PER_SECOND))
  const isLost = phase === "lost"
  const far = useFarReason(device)
  return (
    <div className="vlost">
      <section className="vlost-card" role="status" aria-live="polite">
        <h2>
          <Glyph name={isLost ? "lastKnown" : "refused"} tone={isLost ? "warn" : "bad"} />
          {isLost ? t("devices.viewer.lost", { count: seconds }) : t("devices.viewer.failed", { name: device.name })}
        </h2>
        {reason !== null && <p className="why">{far ?? t(reasonKey(reason))}</p>}
        {pictureAt !== null && <p>{t("devices.viewer.lastPicture", { time: format.minute(pictureAt, now) })}</p>}
        {isLost && (
          <p className="small" aria-live="off">
            {t("devices.viewer.attempt", { attempt, of: REACH_ATTEMPTS_MAX, count: secondsTo(until, now) })}
          </p>
        )}
        <div className="row end">
          <Button onPress={onDisconnect}>{t(isLost ? "devices.viewer.disconnect" : "devices.viewer.toDevices")}</Button>
          <Button variant="primary" onPress={onRetry}>
            {t("common.action.tryNow")}
          </Button>
        </div>
      </section>
    </div>
  )
}
