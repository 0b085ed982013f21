import { useTranslation } from "react-i18next"
import type { LanWake } from "../../../domain/features/lan/state.ts"
import { SECOND, useNow } from "../../client/clock.ts"
import { useFormat } from "../../i18n/useFormat.ts"
import { Glyph, type GlyphName } from "../../ui/Glyph.tsx"

/** Duration for which the outcome of a wake is shown, ms. */
export const WAKE_SHOWN_MS = 5 * 60_000

export const wakeGlyphs: Readonly<Record<LanWake["stage"], GlyphName>> = {
  asked: "sending",
  sent: "pending",
  awake: "confirmed",
  notConfirmed: "unconfirmed",
  failed: "refused",
}

type WakeTimes = Pick<LanWake, "stage" | "askedAt" | "sentAt" | "at">

/** The duration of a wake, ms, from the packet where its time is known, otherwise from the press. */
const wakeMs = ({ askedAt, sentAt = askedAt, at }: WakeTimes): number => Math.max(0, at - sentAt)

/** Minimum time that a computer needs to start, ms. One that is seen awake earlier was awake before the packet. */
const STARTS_AFTER_MS = 1_000

const wasAwake = (wake: WakeTimes): boolean =>
  wake.stage === "awake" && wake.sentAt !== undefined && wakeMs(wake) < STARTS_AFTER_MS

/** WAKE-4: the state of a wake, with its time. */
export const useWakeWords = () => {
  const { t } = useTranslation()
  const { age, duration } = useFormat()
  return (wake: WakeTimes, now: number): string => {
    const { stage, at } = wake
    if (wasAwake(wake)) return t("devices.lan.wake.already")
    const time = duration(wakeMs(wake))
    const params = {
      asked: {},
      sent: { age: age(at, now) },
      awake: { time },
      notConfirmed: { time },
      failed: {},
    }[stage]
    return t(`devices.lan.wake.${stage}`, params)
  }
}

export const WakeLine = ({ wake }: { readonly wake: LanWake }) => {
  const say = useWakeWords()(wake, useNow(SECOND))
  return (
    <span className="say" role="status">
      <Glyph name={wakeGlyphs[wake.stage]} />
      <span className="cut" title={say}>
        {say}
      </span>
    </span>
  )
}
