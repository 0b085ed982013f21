import { useTranslation } from "react-i18next"
import { useNow } from "../client/clock.ts"
import { useFormat } from "../i18n/useFormat.ts"
import { Glyph } from "../ui/Glyph.tsx"

/** Warns that a device which is away will hardly carry out the action. */
export const AwayNote = ({ of, since }: { readonly of: "wake" | "reboot"; readonly since: number | null }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow()
  if (since === null) return null
  return (
    <p className="row away">
      <Glyph name="warning" large />
      <span>{t(`dialog.${of}.away`, { ago: format.age(since, now) })}</span>
    </p>
  )
}
