import { Switch as AriaSwitch } from "react-aria-components/Switch"

export interface SwitchProps {
  /** For screen readers; the row beside it shows the words. */
  readonly label: string
  readonly isSelected: boolean
  readonly onChange: (isSelected: boolean) => void
  /** Id of the sentence that explains it. */
  readonly describedBy: string
}

export const Switch = ({ label, isSelected, onChange, describedBy }: SwitchProps) => (
  <AriaSwitch
    className="toggle"
    aria-label={label}
    isSelected={isSelected}
    onChange={onChange}
    aria-describedby={describedBy}
  >
    <span className="switch" />
  </AriaSwitch>
)
