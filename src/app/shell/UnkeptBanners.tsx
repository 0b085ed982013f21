import { useSyncExternalStore } from "react"
import { useTranslation } from "react-i18next"
import { type Unkept, unkept } from "../../adapters/browser/unkept.ts"
import { useFormat } from "../i18n/useFormat.ts"
import { Banner } from "../ui/Banner.tsx"
import { Button } from "../ui/Button.tsx"

type Reason = Exclude<Unkept["reason"], "deleted">

/** The reason why this browser does not keep some data, and the remedy. */
const reasons = {
  quota: "layout.unkept.quota",
  blocked: "layout.unkept.blocked",
  unanswered: "layout.unkept.unanswered",
  newer: "layout.unkept.newer",
  unavailable: "layout.unkept.unavailable",
  damaged: "layout.unkept.failed",
  erased: "layout.unkept.failed",
  failed: "layout.unkept.failed",
} as const satisfies Readonly<Record<Reason, string>>

/** The data beside the log that this browser could not keep, or has deleted: one notice for each reason. */
export const UnkeptBanners = () => {
  const all = useSyncExternalStore(unkept.subscribe, unkept.all)
  return [...Map.groupBy(all, ({ reason }) => reason)].map(([reason, parts]) => (
    <UnkeptBanner key={reason} reason={reason} parts={parts} />
  ))
}

const UnkeptBanner = ({ reason, parts }: { readonly reason: Unkept["reason"]; readonly parts: readonly Unkept[] }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const items = format.list(parts.map(({ part }) => t(`layout.unkept.part.${part}`)))
  const dismiss = () => {
    for (const { part } of parts) unkept.clear(part)
  }
  if (reason === "deleted")
    return (
      <Banner tone="warn" glyph="warning" title={t("layout.unkept.gone")} onDismiss={dismiss}>
        {t("layout.unkept.goneBody", { items })}
      </Banner>
    )
  return (
    <Banner
      tone="warn"
      glyph="warning"
      title={t("layout.unkept.title")}
      actions={parts.some(unkept.canRetry) && <Button onPress={unkept.retry}>{t("common.action.tryAgain")}</Button>}
      onDismiss={dismiss}
    >
      {t("layout.unkept.body", { items })} {t(reasons[reason])}
    </Banner>
  )
}
