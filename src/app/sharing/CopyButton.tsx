import type { ReactNode } from "react"
import { useTranslation } from "react-i18next"
import { useCopy } from "../clipboard/useCopy.ts"
import { Button } from "../ui/Button.tsx"
import { CheckIcon, CopyIcon } from "../ui/icons.ts"

/**
 * Copies, and confirms it for two seconds. `what` is the label before the copy; `children` is always shown. A text that
 * is costly to make may be a function, which is called at the copy.
 */
export const CopyButton = ({
  text,
  what = "common.action.copy",
  autoFocus = false,
  children,
}: {
  readonly text: string | (() => string)
  readonly what?: "common.action.copy" | "common.action.copyLink" | "pages.updates.copy"
  readonly autoFocus?: boolean
  readonly children?: ReactNode
}) => {
  const { t } = useTranslation()
  const { copied, copy } = useCopy()
  return (
    <>
      <Button
        autoFocus={autoFocus}
        icon={copied === "yes" ? CheckIcon : CopyIcon}
        onPress={() => copy(typeof text === "string" ? text : text())}
      >
        {children ?? t(copied === "yes" ? "common.action.copied" : what)}
      </Button>
      <span className={copied === "failed" ? "error" : "vh"} role="status">
        {copied === "yes" && t("common.success.copied")}
        {copied === "failed" && t("common.error.copyFailed")}
      </span>
    </>
  )
}
