import { memo } from "react"
import { useTranslation } from "react-i18next"
import { useStore } from "../../client/store.ts"
import { useSingleKey } from "../../commands/useKeys.ts"
import { SearchField } from "../../ui/SearchField.tsx"
import type { SearchTyping } from "./finding.ts"

/** The search field. A typed letter renders only the field until the matches are known. */
export const DeviceSearch = memo(({ text, type }: SearchTyping) => {
  const { t } = useTranslation()
  const { cap } = useSingleKey("search")
  return (
    <SearchField
      label={t("devices.search")}
      placeholder={t("devices.searchHint")}
      value={useStore(text)}
      onChange={type}
      shortcut={cap}
    />
  )
})
