import { Glyph } from "./Glyph.tsx"

/** Why something without a field could not be done; said in place. */
export const InlineError = ({ text }: { readonly text: string | null }) =>
  text === null ? null : (
    <p className="error" role="alert">
      <Glyph name="refused" />
      <span>{text}</span>
    </p>
  )
