import type {
  ClipboardEventHandler,
  FocusEvent,
  HTMLInputAutoCompleteAttribute,
  HTMLInputTypeAttribute,
  KeyboardEvent,
  ReactNode,
  Ref,
} from "react"
import { Input } from "react-aria-components/Input"
import { TextField as AriaTextField } from "react-aria-components/TextField"
import { useKept } from "./draft.ts"
import { FieldFrame, type FieldWords } from "./FieldFrame.tsx"

export interface TextFieldProps extends FieldWords {
  readonly value: string
  readonly onChange: (value: string) => void
  /** No other types: in those the browser rewrites the typed text. */
  readonly type?: Extract<HTMLInputTypeAttribute, "text" | "password">
  readonly name?: string
  readonly autoComplete?: HTMLInputAutoCompleteAttribute
  readonly inputMode?: "email" | "url"
  readonly placeholder?: string
  /**
   * True for addresses, codes and URLs, which read left to right in every language. Other texts follow their first
   * letter, so that their beginning shows.
   */
  readonly ltr?: boolean
  readonly mono?: boolean
  readonly autoFocus?: boolean
  /** True to select the text when the field first gets the focus, as a rename does. */
  readonly selectOnFocus?: boolean
  /** A button inside the edge, at the end. */
  readonly end?: ReactNode
  /** Called before the typed text is used: the focus leaves, or Enter sends the form. */
  readonly onLeave?: () => void
  /** True when the text is stored nowhere, not even in memory. */
  readonly isSecret?: boolean
  readonly onPaste?: ClipboardEventHandler<HTMLInputElement>
  readonly inputRef?: Ref<HTMLInputElement>
}

const selectAll = (event: FocusEvent<HTMLInputElement>) => event.currentTarget.select()

const atEnter = (leave: () => void) => (event: KeyboardEvent) => {
  if (event.key === "Enter") leave()
}

export const TextField = ({
  label,
  error,
  hint,
  caution,
  placeholder,
  ltr = false,
  mono = false,
  selectOnFocus = false,
  end,
  onLeave,
  inputRef,
  onChange,
  isSecret = false,
  ...field
}: TextFieldProps) => {
  const change = useKept(isSecret ? null : label, field.value, onChange)
  return (
    <AriaTextField
      {...field}
      onChange={change}
      className="field"
      isInvalid={error !== undefined}
      validationBehavior="aria"
      spellCheck="false"
      autoCorrect="off"
      {...(onLeave === undefined ? {} : { onBlur: onLeave, onKeyDown: atEnter(onLeave) })}
    >
      <FieldFrame label={label} error={error} hint={hint} caution={caution}>
        <div className="input">
          <Input
            className={mono ? "mono" : ""}
            autoCapitalize="none"
            {...(inputRef === undefined ? {} : { ref: inputRef })}
            {...(placeholder === undefined ? {} : { placeholder })}
            {...(ltr ? { dir: "ltr" } : field.value === "" ? {} : { dir: "auto" })}
            {...(selectOnFocus ? { onFocus: selectAll } : {})}
          />
          {end}
        </div>
      </FieldFrame>
    </AriaTextField>
  )
}
