import { IconButton } from "./IconButton.tsx"
import { DownIcon, UpIcon } from "./icons.ts"

/** A small number, with buttons for one more and one less. */
export const Stepper = ({
  label,
  fewer,
  more,
  value,
  shown,
  least,
  most,
  onChange,
}: {
  readonly label: string
  /** Names of the two buttons. */
  readonly fewer: string
  readonly more: string
  readonly value: number
  /** The number as the language writes it. */
  readonly shown: string
  readonly least: number
  readonly most: number
  readonly onChange: (value: number) => void
}) => (
  <fieldset className="stepper" aria-label={label}>
    <IconButton small icon={DownIcon} label={fewer} isDisabled={value <= least} onPress={() => onChange(value - 1)} />
    <output>{shown}</output>
    <IconButton small icon={UpIcon} label={more} isDisabled={value >= most} onPress={() => onChange(value + 1)} />
  </fieldset>
)
