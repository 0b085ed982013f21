import { Glyph } from "../ui/Glyph.tsx"

/** Why a dialog without a field could not do its work; said in place. */
export const InlineError = ({ text }: { readonly text: string | null }) =>
  text === null ? null : (
    <p className="error" role="alert">
      <Glyph name="refused" />
      <span>{text}</span>
    </p>
  )
