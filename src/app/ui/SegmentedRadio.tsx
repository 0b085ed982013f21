import { type ReactNode, useId } from "react"

export interface SegmentedRadioProps<Value extends string> {
  readonly label: string
  /** True when the label is only for screen readers, because a row shows it already. */
  readonly labelHidden?: boolean
  readonly value: Value
  readonly onChange: (value: Value) => void
  readonly options: ReadonlyArray<{ readonly value: Value; readonly label: ReactNode }>
  readonly isDisabled?: boolean
}

/**
 * One of two or three choices, all visible. Uses the browser's own radios, in which the arrow keys work in both
 * directions of writing: the sign-in page shows one before any library of overlays is loaded.
 */
export const SegmentedRadio = <Value extends string>({
  label,
  labelHidden = false,
  value,
  onChange,
  options,
  isDisabled = false,
}: SegmentedRadioProps<Value>) => {
  const id = useId()
  return (
    <div className="field" role="radiogroup" aria-labelledby={id} aria-disabled={isDisabled || undefined}>
      <span id={id} className={labelHidden ? "vh" : "label"}>
        {label}
      </span>
      <div className="seg">
        {options.map((option) => (
          <label key={option.value}>
            <span className="vh">
              <input
                type="radio"
                name={id}
                value={option.value}
                checked={option.value === value}
                disabled={isDisabled}
                onChange={() => onChange(option.value)}
              />
            </span>
            {option.label}
          </label>
        ))}
      </div>
    </div>
  )
}
