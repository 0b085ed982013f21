import type { TFunction } from "i18next"
import type { PowerOutcome } from "../../domain/views/powerOutcome.ts"
import type { useFormat } from "./useFormat.ts"

type Formats = Pick<ReturnType<typeof useFormat>, "age" | "duration">

/** The filled ticks of the ruler, of twelve; `sending` while no reply has come. */
const DONE = { sending: 2, taken: 6, gone: 8, back: 12, notBack: 8 } as const

/** The progress of a wake or a reboot on its ruler. */
export const rulerOfOutcome = (stage: keyof typeof DONE): { done: number; isBack: boolean } => ({
  done: DONE[stage],
  isBack: stage === "back",
})

/** The duration of an operation, done or under way, at least a second. */
const SECOND_MS = 1_000
const span = (format: Formats, from: number, to: number): string => format.duration(Math.max(SECOND_MS, to - from))

/** The outcome of a wake or a reboot that the server accepted, with its time: on a card, and in a batch. */
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
