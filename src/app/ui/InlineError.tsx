import { Glyph } from "./Glyph.tsx"

/** The reason of a failure without a field, shown in place, and more about it in a second line. */
export const InlineError = ({ text, hint = null }: { readonly text: string | null; readonly hint?: string | null }) =>
  text === null ? null : (
    <p className="error" role="alert">
      <Glyph name="refused" />
      <span>
        <span>{text}</span>
        {hint !== null && <span className="hint">{hint}</span>}
      </span>
    </p>
  )
