import { useMemo } from "react"
import { useTranslation } from "react-i18next"
import type { DialogProps } from "./dialogProps.ts"
import { TagsForm } from "./TagsForm.tsx"
import { useDevice } from "./useDevice.ts"

export const TagsDialog = ({ subject: did, isOpen, onClose }: DialogProps) => {
  const { t } = useTranslation()
  const { name } = useDevice(did)
  const dids = useMemo(() => [did], [did])
  return <TagsForm isOpen={isOpen} onClose={onClose} title={t("dialog.tags.title", { name })} dids={dids} />
}

/** One word for all that were chosen. */
export const BatchTagsDialog = ({ among: dids, isOpen, onClose }: DialogProps) => {
  const { t } = useTranslation()
  const title = t("dialog.tags.titleMany", { count: dids.length })
  return <TagsForm title={title} dids={dids} isOpen={isOpen} onClose={onClose} />
}
