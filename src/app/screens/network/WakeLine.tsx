import { useTranslation } from "react-i18next"
import type { LanWake } from "../../../domain/features/lan/state.ts"
import { LAN_WAKE_CONFIRM_MS } from "../../../domain/values/limits.ts"
import { SECOND, useNow } from "../../client/clock.ts"
import { useFormat } from "../../i18n/useFormat.ts"
import { Glyph, type GlyphName } from "../../ui/Glyph.tsx"

/** How long the outcome of a wake is shown, ms. */
export const WAKE_TOLD_MS = 5 * 60_000

const glyphs: Readonly<Record<LanWake["stage"], GlyphName>> = {
  asked: "sending",
  sent: "pending",
  awake: "confirmed",
  notConfirmed: "unconfirmed",
  failed: "refused",
}

/** WAKE-4: what is known of a wake, with its time. */
export const WakeLine = ({ wake }: { readonly wake: LanWake }) => {
  const { t } = useTranslation()
  const { age, duration } = useFormat()
  const now = useNow(SECOND)
  const { stage, askedAt, at } = wake
  const params = {
    asked: {},
    sent: { age: age(at, now) },
    awake: { time: duration(Math.max(0, at - askedAt)) },
    notConfirmed: { time: duration(LAN_WAKE_CONFIRM_MS) },
    failed: {},
  }[stage]
  const say = t(`devices.lan.wake.${stage}`, params)
  return (
    <span className="say" role="status">
      <Glyph name={glyphs[stage]} />
      <span className="cut" title={say}>
        {say}
      </span>
    </span>
  )
}
