import { TextField, type TextFieldProps } from "./TextField.tsx"

/**
 * No `type="email"`: browsers rewrite the text of such a field, each in its own way (Chromium `straße.de` to
 * `strasse.de`).
 */
export const EmailField = (props: Omit<TextFieldProps, "type" | "inputMode" | "ltr">) => (
  <TextField {...props} inputMode="email" ltr />
)
