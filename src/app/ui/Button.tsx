import type { ReactNode } from "react"
import { Button as AriaButton, type ButtonProps as AriaProps } from "react-aria-components/Button"
import { Icon, type IconShape } from "./Icon.tsx"
import { Spinner } from "./Spinner.tsx"

/**
 * `quiet` is outlined, `primary` the one act of a screen, `plain` has no edge, `danger` is outlined red,
 * `danger-solid` only the last step of a destructive act, `word` reads as an underlined word.
 */
type ButtonVariant = "quiet" | "primary" | "plain" | "danger" | "danger-solid" | "word"

const classes: Readonly<Record<ButtonVariant, string>> = {
  quiet: "btn",
  primary: "btn primary",
  plain: "btn plain",
  danger: "btn danger",
  "danger-solid": "btn danger solid",
  word: "word",
}

export interface ButtonProps extends Omit<AriaProps, "children" | "className" | "style"> {
  readonly children: ReactNode
  readonly variant?: ButtonVariant
  /** True to fill the width of its container, as on forms. */
  readonly wide?: boolean
  readonly icon?: IconShape
  readonly iconEnd?: IconShape
  /** Mirrors the leading icon in Arabic. */
  readonly flipIcon?: boolean
  readonly title?: string
  /** For `aria-keyshortcuts`. */
  readonly keyShortcuts?: string | undefined
  /** The act of the button cannot be undone: the app never moves the focus to it. */
  readonly destructive?: boolean
}

/** `isPending` shows a spinner, keeps the width and ignores presses. The button keeps its focus. */
export const Button = ({
  children,
  variant = "quiet",
  wide = false,
  icon,
  iconEnd,
  flipIcon = false,
  title,
  keyShortcuts,
  destructive = variant === "danger" || variant === "danger-solid",
  ...rest
}: ButtonProps) => (
  <AriaButton
    {...rest}
    className={wide ? `${classes[variant]} wide` : classes[variant]}
    render={(props) => (
      <button
        {...props}
        title={title}
        aria-keyshortcuts={keyShortcuts}
        data-destructive={destructive ? "" : undefined}
      />
    )}
  >
    {rest.isPending ? <Spinner /> : icon && <Icon of={icon} small flip={flipIcon} />}
    {children}
    {iconEnd && <Icon of={iconEnd} small />}
  </AriaButton>
)
