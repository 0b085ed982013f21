import type { ParseKeys, TFunction } from "i18next"
import { createContext, useContext, useMemo } from "react"
import { useTranslation } from "react-i18next"
import type { DeviceStatus, PresenceTick } from "../../domain/views/devices.ts"
import { type OpenDialog, useOpenDialog } from "../dialogs/useOpenDialog.ts"
import { remembered } from "../i18n/remembered.ts"
import { useFormat } from "../i18n/useFormat.ts"

/**
 * Texts, formats and the function that opens dialogs, shared by all cards of a list. When each card subscribed to the
 * language, that was a third of a card's cost.
 */
export interface CardWords {
  readonly t: TFunction
  /** A text that is the same on each card, looked up once. */
  readonly word: (key: ParseKeys) => string
  /** A text whose only variable is a name, looked up once. */
  readonly naming: (key: "devices.card.actions" | "devices.card.update", name: string) => string
  /** The text that announces a newer build. */
  readonly newBuild: (build: number) => string
  /** A strip as a sentence for screen readers, composed once for all strips with the same sentence. */
  readonly strip: (ticks: readonly PresenceTick[]) => string
  readonly format: ReturnType<typeof useFormat>
  readonly open: OpenDialog
}

/** The text of each status on a card. The text of an old reading is about the past. */
export const statusKeys = {
  online: "devices.card.online",
  offline: "devices.card.offline",
  lastKnown: "devices.card.wasOnline",
} as const satisfies Readonly<Record<DeviceStatus, ParseKeys>>

const Words = createContext<CardWords | null>(null)
export const CardWordsProvider = Words.Provider

/** Placeholder for a name in a text that is looked up once. */
const NAME = "\0"

const namesBy = (t: TFunction): CardWords["naming"] => {
  const around = remembered((key: Parameters<CardWords["naming"]>[0]) => t(key, { name: NAME }).split(NAME))
  return (key, name) => around(key).join(name)
}

const stripsBy = (t: TFunction): CardWords["strip"] => {
  const sentence = remembered((all: number) =>
    remembered((seen: number) =>
      remembered((unobserved: number) => t("devices.presence.label", { seen, all, unobserved })),
    ),
  )
  return (ticks) => {
    const count = (wanted: PresenceTick) => ticks.filter((tick) => tick === wanted).length
    return sentence(ticks.length)(count("seen"))(count("unobserved"))
  }
}

export const useNewCardWords = (): CardWords => {
  const { t } = useTranslation()
  const format = useFormat()
  const open = useOpenDialog()
  return useMemo(
    () => ({
      t,
      word: remembered((key: ParseKeys): string => t(key)),
      naming: namesBy(t),
      newBuild: remembered((build: number) => t("devices.notice.update", { build })),
      strip: stripsBy(t),
      format,
      open,
    }),
    [t, format, open],
  )
}

/** Only for components inside a list of cards. */
export const useCardWords = (): CardWords => {
  const words = useContext(Words)
  if (words === null) throw new Error("a card stands in a list")
  return words
}
