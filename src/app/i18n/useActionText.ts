import { useCallback } from "react"
import { useTranslation } from "react-i18next"
import type { SeenIntent } from "../../domain/actions/definition.ts"
import { definitionOf, type Intent } from "../../domain/actions/table.ts"

const noParams = { subject: "", before: "", after: "", device: "" }

/** The description of an action in plain words. */
export const useActionText = (): ((action: SeenIntent<Intent>) => string) => {
  const { t } = useTranslation()
  return useCallback(
    (action) => {
      const { key, params } = definitionOf(action.intent).words(action)
      return t(`layout.outbox.action.${key}`, { ...noParams, ...params })
    },
    [t],
  )
}
