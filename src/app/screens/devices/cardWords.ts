import type { TFunction } from "i18next"
import { createContext, useContext, useMemo } from "react"
import { useTranslation } from "react-i18next"
import type { PresenceTick } from "../../../domain/views/devices.ts"
import { useFormat } from "../../i18n/useFormat.ts"

/**
 * Texts and formats of all cards of a list, asked for once: each card that listened to the language by itself made a
 * third of what showing it costs.
 */
export interface CardWords {
  readonly t: TFunction
  readonly format: ReturnType<typeof useFormat>
}

const Words = createContext<CardWords | null>(null)
export const CardWordsProvider = Words.Provider

export const useNewCardWords = (): CardWords => {
  const { t } = useTranslation()
  const format = useFormat()
  return useMemo(() => ({ t, format }), [t, format])
}

/** Inside a list of cards alone. */
export const useCardWords = (): CardWords => {
  const words = useContext(Words)
  if (words === null) throw new Error("a card stands in a list")
  return words
}

/** A strip as a sentence, for whoever hears it. */
export const presenceWords = (t: TFunction, ticks: readonly PresenceTick[]): string => {
  const count = (wanted: PresenceTick) => ticks.filter((tick) => tick === wanted).length
  return t("devices.presence.label", { seen: count("seen"), all: ticks.length, unobserved: count("unobserved") })
}
