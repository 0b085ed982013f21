import { type ReactNode, useState } from "react"
import { Input } from "react-aria-components/Input"
import { TextField as AriaTextField } from "react-aria-components/TextField"
import { asciiDigits } from "./digits.ts"
import { FieldFrame } from "./FieldFrame.tsx"

const DIGITS = 6
const places = Array.from({ length: DIGITS }, (_, place) => place)

interface CodeFieldProps {
  readonly label: string
  readonly value: string
  /** Gets 0 to 9 only, six at most, whatever is typed or pasted in whatever script. */
  readonly onChange: (digits: string) => void
  readonly error?: string | undefined
  readonly hint?: ReactNode
  readonly autoFocus?: boolean
}

/** A code of six digits: six boxes over one real field. */
export const CodeField = ({ label, value, onChange, error, hint, autoFocus = false }: CodeFieldProps) => {
  const [focused, setFocused] = useState(false)
  const here = Math.min(value.length, DIGITS - 1)
  return (
    <AriaTextField
      className="field"
      value={value}
      onChange={(text) => onChange(asciiDigits(text).replace(/\D/g, "").slice(0, DIGITS))}
      isInvalid={error !== undefined}
      validationBehavior="aria"
      inputMode="numeric"
      autoComplete="one-time-code"
      autoFocus={autoFocus}
      onFocusChange={setFocused}
    >
      <FieldFrame label={label} error={error} hint={hint}>
        <div className="code">
          {places.map((place) => (
            <span key={place} aria-hidden="true" className={focused && place === here ? "here" : ""}>
              {value[place]}
            </span>
          ))}
          <Input className="real" dir="ltr" />
        </div>
      </FieldFrame>
    </AriaTextField>
  )
}
