import type { TFunction } from "i18next"
import type { CardNotice } from "../../../domain/views/devices.ts"
import type { PowerOutcome } from "../../../domain/views/powerOutcome.ts"
import type { CardWords } from "../../devices/cardWords.ts"

type Formats = CardWords["format"]

/** Of twelve ticks of the ruler; `sending` while no answer has come. */
const DONE = { sending: 2, taken: 6, gone: 8, back: 12, notBack: 8 } as const

/** How far an action has come on its ruler; null where no ruler says anything: it waits, or its end is another. */
export const rulerOf = ({ about, state, outcome }: CardNotice): { done: number; isBack: boolean } | null => {
  if (about === "rename") return null
  if (outcome !== null) return { done: DONE[outcome.stage], isBack: outcome.stage === "back" }
  return state === "sending" ? { done: DONE.sending, isBack: false } : null
}

/** How long something took or has taken, never less than a second. */
const SECOND_MS = 1_000
const span = (format: Formats, from: number, to: number): string => format.duration(Math.max(SECOND_MS, to - from))

/** What is known, with its time. */
export const outcomeText = (
  t: TFunction,
  format: Formats,
  about: "wake" | "reboot",
  { stage, at, seenAt }: PowerOutcome,
  now: number,
): string => {
  const ago = format.age(at, now)
  switch (stage) {
    case "taken":
      return t(`devices.notice.${about}Taken`, { ago })
    case "gone":
      return t("devices.outcome.gone", { time: span(format, at, now) })
    case "back":
      return t(`devices.outcome.${about}Back`, { time: span(format, at, seenAt ?? now) })
    case "notBack":
      return t(`devices.outcome.${about}NotBack`, { ago })
  }
}
