import { useCallback } from "react"
import { useTranslation } from "react-i18next"
import { definitionOf, type Intent } from "../../domain/actions/table.ts"

/** The value that an absolute action sets, as its own list shows it. */
export const useValueText = (): ((intent: Intent) => string) => {
  const { t } = useTranslation()
  return useCallback(
    (intent) => {
      const value = definitionOf(intent).value(intent)
      if (value === null) return ""
      return "text" in value ? value.text : t(`layout.outbox.value.${value.word}`)
    },
    [t],
  )
}
