import { useMemo } from "react"
import { useTranslation } from "react-i18next"
import { TagsForm } from "./TagsForm.tsx"
import { useDevice } from "./useDevice.ts"
import type { DeviceDialogProps } from "./useDeviceDialogs.tsx"
import type { SubjectDialogProps } from "./useDialogs.tsx"

export const TagsDialog = ({ did, ...dialog }: DeviceDialogProps) => {
  const { t } = useTranslation()
  const { name } = useDevice(did)
  const dids = useMemo(() => [did], [did])
  return <TagsForm {...dialog} title={t("dialog.tags.title", { name })} dids={dids} />
}

/** One word for all that were chosen. */
export const BatchTagsDialog = (props: SubjectDialogProps & { readonly dids: readonly string[] }) => {
  const { t } = useTranslation()
  const { dids, isOpen, onClose } = props
  const title = t("dialog.tags.titleMany", { count: dids.length })
  return <TagsForm title={title} dids={dids} isOpen={isOpen} onClose={onClose} />
}
