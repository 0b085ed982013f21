import { type ClipboardEvent, type ReactNode, useState } from "react"
import { Input } from "react-aria-components/Input"
import { TextField as AriaTextField } from "react-aria-components/TextField"
import { FieldFrame } from "./FieldFrame.tsx"

const DIGITS = 6
const places = Array.from({ length: DIGITS }, (_, place) => place)

interface CodeFieldProps {
  readonly label: string
  readonly value: string
  /** Receives the text of the field after each change. */
  readonly onChange: (text: string) => void
  /** Receives pasted text. Returns true when nothing is left for the field to take. */
  readonly onPaste: (text: string) => boolean
  readonly error?: string | undefined
  readonly hint?: ReactNode
  readonly autoFocus?: boolean
}

/** A code of six digits: six boxes over one real field. */
export const CodeField = ({ label, value, onChange, onPaste, error, hint, autoFocus = false }: CodeFieldProps) => {
  const [focused, setFocused] = useState(false)
  // The text of an open composition, which belongs to the input method. A text that is rewritten meanwhile is composed
  // twice.
  const [composed, setComposed] = useState<string | null>(null)
  const shown = composed ?? value
  const here = Math.min(shown.length, DIGITS - 1)
  return (
    <AriaTextField
      className="field"
      value={shown}
      onChange={composed === null ? onChange : setComposed}
      isInvalid={error !== undefined}
      validationBehavior="aria"
      inputMode="numeric"
      autoComplete="one-time-code"
      autoFocus={autoFocus}
      onFocusChange={setFocused}
      onPaste={(event: ClipboardEvent) => {
        if (onPaste(event.clipboardData.getData("text"))) event.preventDefault()
      }}
    >
      <FieldFrame label={label} error={error} hint={hint}>
        <div className="code">
          {places.map((place) => (
            <span key={place} aria-hidden="true" className={focused && place === here ? "here" : ""}>
              {shown[place]}
            </span>
          ))}
          <Input
            className="real"
            dir="ltr"
            onCompositionStart={({ currentTarget }) => setComposed(currentTarget.value)}
            onCompositionEnd={({ currentTarget }) => {
              setComposed(null)
              onChange(currentTarget.value)
            }}
          />
        </div>
      </FieldFrame>
    </AriaTextField>
  )
}
