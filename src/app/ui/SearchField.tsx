import type { Ref } from "react"
import { Input } from "react-aria-components/Input"
import { SearchField as AriaSearchField } from "react-aria-components/SearchField"
import { useTranslation } from "react-i18next"
import { Icon } from "./Icon.tsx"
import { IconButton } from "./IconButton.tsx"
import { CloseIcon, SearchIcon } from "./icons.ts"

export interface SearchFieldProps {
  readonly label: string
  readonly placeholder: string
  readonly value: string
  readonly onChange: (value: string) => void
  /** The key that leads here: shown at the end while the field is empty, and announced. */
  readonly shortcut?: string | undefined
  readonly inputRef?: Ref<HTMLInputElement>
}

/** Escape or the cross empties it. */
export const SearchField = ({ label, placeholder, value, onChange, shortcut, inputRef }: SearchFieldProps) => {
  const { t } = useTranslation()
  return (
    <AriaSearchField aria-label={label} value={value} onChange={onChange} className="input search">
      <Icon of={SearchIcon} small />
      <Input ref={inputRef} placeholder={placeholder} aria-keyshortcuts={shortcut} data-page-search="" />
      {value !== "" && <IconButton icon={CloseIcon} label={t("common.action.clearSearch")} small smallIcon />}
      {value === "" && shortcut !== undefined && (
        <span className="kbd" aria-hidden="true">
          {shortcut}
        </span>
      )}
    </AriaSearchField>
  )
}
