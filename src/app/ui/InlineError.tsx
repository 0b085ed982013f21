import { Glyph } from "./Glyph.tsx"

/** Why something without a field could not be done, and more of it in a second line; said in place. */
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
