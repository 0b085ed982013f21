import { useEffect, useReducer } from "react"
import { useTranslation } from "react-i18next"
import { laterPart } from "../loading/overlay.ts"

const fault = laterPart(async () => (await import("./UrlFault.tsx")).UrlFault)

/**
 * Fetches the texts about a wrong server address once a person chooses a private server. The form is light without
 * them.
 */
export const fetchFaultAhead = (): void => void fault.fetch().catch(() => undefined)

export const UrlFaultLater = ({ of: text }: { readonly of: string }) => {
  const { t } = useTranslation()
  const [, show] = useReducer((before: number) => before + 1, 0)
  useEffect(() => {
    if (!fault.isHere()) fault.fetch().then(show, () => undefined)
  }, [])
  const Part = fault.part()
  return Part === undefined ? t("common.invalid.invalidServerUrl") : <Part of={text} />
}
