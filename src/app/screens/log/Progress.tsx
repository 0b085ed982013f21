import { useTranslation } from "react-i18next"
import { useFormat } from "../../i18n/useFormat.ts"
import type { Making } from "../../log/useMakeFile.ts"
import { Button } from "../../ui/Button.tsx"
import { InlineNote } from "../../ui/InlineNote.tsx"
import { Ticks } from "../../ui/Ticks.tsx"

/** The progress of a file that is made from a log. */
export const Progress = ({ making, cancel }: { readonly making: Making; readonly cancel: () => void }) => {
  const { t } = useTranslation()
  const { bytes } = useFormat()
  switch (making.phase) {
    case "idle":
      return null
    case "making":
      return (
        <>
          <Ticks percent={making.share * 100} label={t("pages.log.file.making")} low />
          <Button variant="word" onPress={cancel}>
            {t("common.action.cancel")}
          </Button>
        </>
      )
    case "made":
      return (
        <p role="status" className="small">
          {t("pages.log.file.made", { name: making.name, size: bytes(making.size) })}
        </p>
      )
    case "failed":
      return <InlineNote glyph="warning" title={t("pages.log.file.failed")} />
  }
}
