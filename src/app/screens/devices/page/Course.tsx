import { useMemo } from "react"
import type { DeviceHistory } from "../../../../domain/views/deviceHistory.ts"
import type { CardNotice } from "../../../../domain/views/devices.ts"
import { usualReturnMs } from "../../../../domain/views/usualReturn.ts"
import { HALF_MINUTE, SECOND, useNow } from "../../../client/clock.ts"
import { useCardWords } from "../../../devices/cardWords.ts"

/** Ticks of one stage, and their distance and height, px. */
const TICKS = 14
const PITCH = 6
const HEIGHT = 12
const WIDTH = TICKS * PITCH

const ticks = Array.from({ length: TICKS }, (_, tick) => `M${tick * PITCH + 1} 0v${HEIGHT}`).join("")
const lowTicks = Array.from({ length: TICKS }, (_, tick) => `M${tick * PITCH + 1} ${HEIGHT - 4}v4`).join("")

type Stage = "sent" | "taken" | "gone" | "back" | "awake"

interface Step {
  readonly stage: Stage
  /** In words; "" before the stage is reached. */
  readonly time: string
  readonly isDone: boolean
}

const useSteps = ({ about, sentAt, outcome }: CardNotice): readonly Step[] => {
  const { format } = useCardWords()
  const isMoving = outcome?.stage !== "back"
  const now = useNow(isMoving ? SECOND : HALF_MINUTE)
  if (sentAt === null) return []
  const last = about === "wake" ? "awake" : "back"
  const seenAt = outcome?.seenAt ?? null
  const isAway = outcome?.stage === "gone" || outcome?.stage === "notBack"
  const gone: Step = {
    stage: "gone",
    time: outcome !== null && isAway ? format.duration(Math.max(SECOND, now - outcome.at)) : "",
    isDone: isAway || seenAt !== null,
  }
  return [
    { stage: "sent", time: format.moment(sentAt, now), isDone: true },
    {
      stage: "taken",
      time: outcome === null ? "" : format.duration(Math.max(0, outcome.at - sentAt)),
      isDone: outcome !== null,
    },
    // During a wake the device does not go away.
    ...(about === "reboot" ? [gone] : []),
    {
      stage: last,
      time: outcome !== null && seenAt !== null ? format.duration(Math.max(SECOND, seenAt - outcome.at)) : "",
      isDone: seenAt !== null,
    },
  ]
}

/** The usual duration for this device, and by how much this one is longer (PICTURE-6). */
const Usual = ({ usual, since }: { readonly usual: number; readonly since: number | null }) => {
  const { t, format } = useCardWords()
  const now = useNow(SECOND)
  const time = format.duration(Math.max(SECOND, usual))
  const longer = since === null ? 0 : now - since - usual
  return (
    <p className={longer < SECOND ? "usual" : "usual late"}>
      {longer < SECOND
        ? t("devices.course.usual", { time })
        : t("devices.course.longer", { time, longer: format.duration(longer) })}
    </p>
  )
}

interface Props {
  readonly notice: CardNotice
  readonly history: Pick<DeviceHistory, "entries">
}

const useUsual = ({ notice: { about, outcome }, history: { entries } }: Props): number | null => {
  const except = outcome?.at ?? null
  return useMemo(() => (about === "rename" ? null : usualReturnMs(entries, about, except)), [entries, about, except])
}

/** The stages of a wake or a reboot, each with its time (WAKE-4, DEVICE-20). */
export const Course = ({ notice, history }: Props) => {
  const { t } = useCardWords()
  const steps = useSteps(notice)
  const current = steps.findIndex(({ isDone }) => !isDone)
  const usual = useUsual({ notice, history })
  const { outcome } = notice
  const isOnTheWay = outcome?.isAwaited === true && outcome.stage !== "back"
  return (
    <div className="course">
      <ol>
        {steps.map(({ stage, time, isDone }, place) => (
          <li
            key={stage}
            className={isDone ? (stage === "back" || stage === "awake" ? "done seen" : "done") : undefined}
            aria-current={place === current ? "step" : undefined}
          >
            <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="xMinYMid slice" aria-hidden="true">
              <path d={isDone ? ticks : lowTicks} />
            </svg>
            <b>{t(`devices.course.${stage}`)}</b>
            <span>{time}</span>
          </li>
        ))}
      </ol>
      {usual !== null && <Usual usual={usual} since={isOnTheWay ? outcome.at : null} />}
    </div>
  )
}
