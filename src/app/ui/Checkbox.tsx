import type { ReactNode } from "react"
import { Checkbox as AriaCheckbox } from "react-aria-components/Checkbox"
import { Icon } from "./Icon.tsx"
import { CheckIcon } from "./icons.ts"

export interface CheckboxProps {
  readonly isSelected: boolean
  readonly onChange: (isSelected: boolean) => void
  readonly isDisabled?: boolean
  /** For screen readers, when there are no words inside. */
  readonly label?: string
  /** Id of the sentence that explains why it cannot be changed. */
  readonly describedBy?: string
  /** True when Tab stops here. */
  readonly isStop?: boolean
  readonly children?: ReactNode
}

export const Checkbox = ({
  isSelected,
  onChange,
  isDisabled = false,
  label,
  describedBy,
  isStop = true,
  children,
}: CheckboxProps) => (
  <AriaCheckbox
    className="tickbox"
    isSelected={isSelected}
    onChange={onChange}
    isDisabled={isDisabled}
    excludeFromTabOrder={!isStop}
    {...(label === undefined ? {} : { "aria-label": label })}
    {...(describedBy === undefined ? {} : { "aria-describedby": describedBy })}
  >
    <span className="check">
      <Icon of={CheckIcon} small />
    </span>
    {children}
  </AriaCheckbox>
)
