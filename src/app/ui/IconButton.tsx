import { Button as AriaButton, type ButtonProps as AriaProps } from "react-aria-components/Button"
import { Icon, type IconShape } from "./Icon.tsx"
import { Spinner } from "./Spinner.tsx"

export interface IconButtonProps extends Omit<AriaProps, "children" | "className" | "style" | "aria-label"> {
  readonly icon: IconShape
  /** Its accessible name, shown as a title too. */
  readonly label: string
  /** 28 px with a small sign, for cards, fields and toasts; 40 px on touch screens all the same. */
  readonly small?: boolean
  /** 16 px sign. */
  readonly smallIcon?: boolean
  readonly flip?: boolean
  /** For `aria-keyshortcuts`. */
  readonly keyShortcuts?: string | undefined
}

export const IconButton = ({
  icon,
  label,
  small = false,
  smallIcon = false,
  flip = false,
  keyShortcuts,
  ...rest
}: IconButtonProps) => (
  <AriaButton
    {...rest}
    aria-label={label}
    className={small ? "icon sm" : "icon"}
    render={(props) => <button {...props} title={label} aria-keyshortcuts={keyShortcuts} />}
  >
    {rest.isPending ? <Spinner /> : <Icon of={icon} small={smallIcon} flip={flip} />}
  </AriaButton>
)
