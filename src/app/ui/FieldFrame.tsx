import type { ReactElement, ReactNode } from "react"
import { FieldError } from "react-aria-components/FieldError"
import { Label } from "react-aria-components/Label"
import { Text } from "react-aria-components/Text"
import { Glyph } from "./Glyph.tsx"

export interface FieldWords {
  readonly label: string
  /** The message beside the field, with the remedy. Its presence makes the field invalid. */
  readonly error?: string | ReactElement | undefined
  readonly hint?: ReactNode
  /** A warning that prevents nothing. */
  readonly caution?: string | undefined
}

/** The frame of every field: label above, message, hint and warning below. Inside a react-aria field. */
export const FieldFrame = ({
  label,
  error,
  hint,
  caution,
  children,
}: FieldWords & { readonly children: ReactNode }) => (
  <>
    <Label className="label">{label}</Label>
    {children}
    <FieldError className="error">
      <Glyph name="refused" />
      <span>{error}</span>
    </FieldError>
    {caution === undefined ? null : (
      <p className="caution" role="status">
        <Glyph name="warning" />
        <span>{caution}</span>
      </p>
    )}
    {hint === undefined || error !== undefined ? null : (
      <Text slot="description" className="hint">
        {hint}
      </Text>
    )}
  </>
)
