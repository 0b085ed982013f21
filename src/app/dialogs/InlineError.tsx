import { useTranslation } from "react-i18next"
import type { Refused } from "../client/handle.ts"
import { refusedKey } from "../toasts/refused.ts"
import { Glyph } from "../ui/Glyph.tsx"

/** Why a dialog without a field could not do its work; said in place. */
export const InlineError = ({ text }: { readonly text: string | null }) =>
  text === null ? null : (
    <p className="error" role="alert">
      <Glyph name="refused" />
      <span>{text}</span>
    </p>
  )

/** Why the domain refused what the dialog asked for. */
export const Refusal = ({ reason }: { readonly reason: Refused | null }) => {
  const { t } = useTranslation()
  return <InlineError text={reason && t(refusedKey(reason))} />
}
