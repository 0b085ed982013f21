import { Switch as AriaSwitch } from "react-aria-components/Switch"

export interface SwitchProps {
  /** Read out; the row beside it shows the words. */
  readonly label: string
  readonly isSelected: boolean
  readonly onChange: (isSelected: boolean) => void
  readonly isDisabled?: boolean
  /** Id of the sentence that explains it. */
  readonly describedBy?: string
}

export const Switch = ({ label, isSelected, onChange, isDisabled = false, describedBy }: SwitchProps) => (
  <AriaSwitch
    className="toggle"
    aria-label={label}
    isSelected={isSelected}
    onChange={onChange}
    isDisabled={isDisabled}
    {...(describedBy === undefined ? {} : { "aria-describedby": describedBy })}
  >
    <span className="switch" />
  </AriaSwitch>
)
