import { memo, useCallback, useRef } from "react"
import { useTranslation } from "react-i18next"
import { Icon } from "./Icon.tsx"
import { IconButton } from "./IconButton.tsx"
import { CloseIcon, SearchIcon } from "./icons.ts"

export interface SearchFieldProps {
  readonly label: string
  readonly placeholder: string
  readonly value: string
  readonly onChange: (value: string) => void
  /** The key that focuses the field. Shown at the end while the field is empty, and announced. */
  readonly shortcut?: string | undefined
}

/* Rendered once, because each typed letter renders the field. */
const lens = <Icon of={SearchIcon} small />

const Clear = memo(({ onPress }: { readonly onPress: () => void }) => {
  const { t } = useTranslation()
  return (
    <IconButton
      icon={CloseIcon}
      label={t("common.action.clearSearch")}
      small
      smallIcon
      excludeFromTabOrder
      onPress={onPress}
    />
  )
})

/** Escape or the cross empties it, and the focus stays. */
export const SearchField = ({ label, placeholder, value, onChange, shortcut }: SearchFieldProps) => {
  const field = useRef<HTMLInputElement>(null)
  const clear = useCallback(() => {
    onChange("")
    field.current?.focus()
  }, [onChange])
  return (
    <div className="input search">
      {lens}
      <input
        ref={field}
        type="search"
        aria-label={label}
        placeholder={placeholder}
        aria-keyshortcuts={shortcut}
        data-page-search=""
        autoComplete="off"
        spellCheck="false"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={(event) => {
          // The value of the element: the last typed letters may not be rendered yet.
          if (event.key !== "Escape" || event.currentTarget.value === "") return
          event.preventDefault()
          event.stopPropagation()
          onChange("")
        }}
      />
      {value !== "" && <Clear onPress={clear} />}
      {value === "" && shortcut !== undefined && (
        <span className="kbd" aria-hidden="true">
          {shortcut}
        </span>
      )}
    </div>
  )
}
