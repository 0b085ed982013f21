import { memo } from "react"
import { useTranslation } from "react-i18next"
import { useStore } from "../../client/store.ts"
import { useSingleKey } from "../../commands/useKeys.ts"
import { SearchField } from "../../ui/SearchField.tsx"
import type { SearchTyping } from "./finding.ts"

/** The field that searches the devices: a letter draws the field, and nothing else until something is found. */
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
