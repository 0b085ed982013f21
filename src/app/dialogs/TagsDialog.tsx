import { useMemo } from "react"
import { useTranslation } from "react-i18next"
import { listed } from "../../domain/views/unlisted.ts"
import { useViewOf } from "../client/client.ts"
import type { DialogProps } from "./dialogProps.ts"
import { TagsForm } from "./TagsForm.tsx"
import { useDevice } from "./useDevice.ts"

export const TagsDialog = ({ subject: did, isOpen, onClose }: DialogProps) => {
  const { t } = useTranslation()
  const { name } = useDevice(did)
  const dids = useMemo(() => [did], [did])
  return <TagsForm isOpen={isOpen} onClose={onClose} title={t("dialog.tags.title", { name })} dids={dids} />
}

const NO_DIDS: readonly string[] = []

/** One tag for all chosen devices. */
export const BatchTagsDialog = ({ among: dids, isOpen, onClose }: DialogProps) => {
  const { t } = useTranslation()
  const able = useViewOf(listed, dids) ?? NO_DIDS
  const left = dids.length - able.length
  return (
    <TagsForm
      title={t("dialog.tags.titleMany", { count: able.length === 0 ? dids.length : able.length })}
      dids={able}
      left={left > 0 ? t("dialog.batch.part", { able: able.length, of: dids.length }) : null}
      isOpen={isOpen}
      onClose={onClose}
    />
  )
}
