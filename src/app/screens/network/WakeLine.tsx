import { useTranslation } from "react-i18next"
import type { LanWake } from "../../../domain/features/lan/state.ts"
import { SECOND, useNow } from "../../client/clock.ts"
import { useFormat } from "../../i18n/useFormat.ts"
import { Glyph, type GlyphName } from "../../ui/Glyph.tsx"

/** How long the outcome of a wake is shown, ms. */
export const WAKE_SHOWN_MS = 5 * 60_000

export const wakeGlyphs: Readonly<Record<LanWake["stage"], GlyphName>> = {
  asked: "sending",
  sent: "pending",
  awake: "confirmed",
  notConfirmed: "unconfirmed",
  failed: "refused",
}

/** WAKE-4: what is known of a wake, with its time. */
export const useWakeWords = () => {
  const { t } = useTranslation()
  const { age, duration } = useFormat()
  return ({ stage, askedAt, at }: Pick<LanWake, "stage" | "askedAt" | "at">, now: number): string => {
    const time = duration(Math.max(0, at - askedAt))
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
