import { useCallback } from "react"
import { useTranslation } from "react-i18next"
import type { StoredEvent } from "../../domain/event/event.ts"
import { screenEnds } from "../../domain/features/reach/screens.ts"
import { field, textField } from "../../domain/views/logEvents.ts"
import { isolated } from "../i18n/i18n.ts"
import { useFormat } from "../i18n/useFormat.ts"

const numberIn = (payload: unknown, key: string): number => {
  const found = field(payload, key)
  return typeof found === "number" ? found : 0
}

/** What the log says of a screen that was shown (SCREEN-8); null for other events. */
export const useScreenText = () => {
  const { t } = useTranslation()
  const { duration } = useFormat()
  return useCallback(
    ({ type, payload }: StoredEvent): string | null => {
      switch (type) {
        case "ScreenOpened":
        case "ScreenControlChanged":
          return t(`pages.log.screen.${field(payload, "viewOnly") === true ? "viewOnly" : "control"}`)
        case "ScreenClosed": {
          const why = screenEnds.find((known) => known === textField(payload, "why")) ?? "ended"
          const text = t(why === "left" || why === "lost" ? `pages.log.screen.${why}` : `devices.viewer.ended.${why}`)
          const ms = numberIn(payload, "ms")
          return ms === 0 ? text : t("pages.log.screen.closed", { why: text, span: duration(ms) })
        }
        case "MacroPlayed":
          return isolated(textField(payload, "macro") ?? "–")
        case "TextTyped":
          return t("pages.log.screen.characters", { n: numberIn(payload, "length") })
        default:
          return null
      }
    },
    [t, duration],
  )
}
