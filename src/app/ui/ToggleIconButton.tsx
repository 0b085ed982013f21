import { ToggleButton } from "react-aria-components/ToggleButton"
import { Icon, type IconShape } from "./Icon.tsx"

/** An icon button that is on or off. Its name stays the same. */
export const ToggleIconButton = ({
  icon,
  label,
  isSelected,
  isDisabled = false,
  keepsFocus = false,
  onChange,
}: {
  readonly icon: IconShape
  readonly label: string
  readonly isSelected: boolean
  readonly isDisabled?: boolean
  /** True to leave the focus where it is. */
  readonly keepsFocus?: boolean
  readonly onChange: (isSelected: boolean) => void
}) => (
  <ToggleButton
    className="icon"
    aria-label={label}
    isSelected={isSelected}
    isDisabled={isDisabled}
    preventFocusOnPress={keepsFocus}
    onChange={onChange}
    render={(props) => <button {...props} title={label} />}
  >
    <Icon of={icon} />
  </ToggleButton>
)
