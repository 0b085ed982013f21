import { TextField, type TextFieldProps } from "./TextField.tsx"

export const EmailField = (props: Omit<TextFieldProps, "type" | "inputMode" | "ltr">) => (
  <TextField {...props} type="email" inputMode="email" ltr />
)
