import type { ReactNode } from "react"
import { Label } from "react-aria-components/Label"
import { Radio, RadioGroup } from "react-aria-components/RadioGroup"

export interface SegmentedRadioProps<Value extends string> {
  readonly label: string
  /** The label is read out but not shown, where a row already names it. */
  readonly labelHidden?: boolean
  readonly value: Value
  readonly onChange: (value: Value) => void
  readonly options: ReadonlyArray<{ readonly value: Value; readonly label: ReactNode }>
  readonly isDisabled?: boolean
}

/** One of two or three, all visible. */
export const SegmentedRadio = <Value extends string>({
  label,
  labelHidden = false,
  value,
  onChange,
  options,
  isDisabled = false,
}: SegmentedRadioProps<Value>) => (
  <RadioGroup
    className="field"
    orientation="horizontal"
    value={value}
    isDisabled={isDisabled}
    onChange={(chosen) => {
      const option = options.find((candidate) => candidate.value === chosen)
      if (option !== undefined) onChange(option.value)
    }}
  >
    <Label className={labelHidden ? "vh" : "label"}>{label}</Label>
    <div className="seg">
      {options.map((option) => (
        <Radio key={option.value} value={option.value}>
          {option.label}
        </Radio>
      ))}
    </div>
  </RadioGroup>
)
