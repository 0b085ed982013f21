import { Button } from "react-aria-components/Button"
import { Label } from "react-aria-components/Label"
import { ListBox, ListBoxItem } from "react-aria-components/ListBox"
import { Popover } from "react-aria-components/Popover"
import { Select as AriaSelect, SelectValue } from "react-aria-components/Select"
import { BackCloses } from "./BackCloses.tsx"
import { Icon } from "./Icon.tsx"
import { DownIcon } from "./icons.ts"
import { Tick } from "./Tick.tsx"

interface SelectOption<Value extends string> {
  readonly value: Value
  readonly label: string
  /** A short code in front, for instance a country. Drawn and not text, so that name and content agree. */
  readonly prefix?: string
  /** Language of the label, when it is not that of the page. */
  readonly lang?: string
}

export interface SelectProps<Value extends string> {
  readonly label: string
  readonly labelHidden?: boolean
  readonly value: Value
  readonly onChange: (value: Value) => void
  readonly options: ReadonlyArray<SelectOption<Value>>
}

const Option = <Value extends string>({ option }: { readonly option: SelectOption<Value> }) => (
  <span className="value">
    {option.prefix === undefined ? null : <span className="prefix" aria-hidden="true" data-text={option.prefix} />}
    <bdi lang={option.lang} className="cut" title={option.label}>
      {option.label}
    </bdi>
  </span>
)

/** One of many choices. Its code is heavy: not for the first screen. */
export const Select = <Value extends string>({
  label,
  labelHidden = false,
  value,
  onChange,
  options,
}: SelectProps<Value>) => {
  const chosen = options.find((option) => option.value === value)
  return (
    <AriaSelect
      className="field"
      value={value}
      onChange={(key) => {
        const option = options.find((candidate) => candidate.value === key)
        if (option !== undefined) onChange(option.value)
      }}
    >
      <Label className={labelHidden ? "vh" : "label"}>{label}</Label>
      <Button className="input select">
        <SelectValue className="value">{chosen === undefined ? null : <Option option={chosen} />}</SelectValue>
        <Icon of={DownIcon} small />
      </Button>
      <Popover className="pop as-trigger">
        <BackCloses />
        <ListBox className="menu" items={options}>
          {(option) => (
            <ListBoxItem id={option.value} textValue={option.label} className="item">
              {({ isSelected }) => (
                <>
                  <Option option={option} />
                  {isSelected && <Tick />}
                </>
              )}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaSelect>
  )
}
