import { useTranslation } from "react-i18next"
import { useCopy } from "../clipboard/useCopy.ts"
import { Button } from "../ui/Button.tsx"
import { CheckIcon, CopyIcon } from "../ui/icons.ts"

const HALF = 3

/** A code in two halves, as it is read aloud. */
export const CodeText = ({ code }: { readonly code: string }) => (
  <bdi className="icode" dir="ltr">
    <span className="vh">{code}</span>
    <span aria-hidden="true">
      {code.slice(0, HALF)} {code.slice(HALF)}
    </span>
  </bdi>
)

/** Copies, and says for two seconds that it did. `what` stands on it while it has not. */
export const CopyButton = ({
  text,
  what = "common.action.copy",
  autoFocus = false,
}: {
  readonly text: string
  readonly what?: "common.action.copy" | "common.action.copyLink"
  readonly autoFocus?: boolean
}) => {
  const { t } = useTranslation()
  const { copied, copy } = useCopy()
  return (
    <>
      <Button autoFocus={autoFocus} icon={copied === "yes" ? CheckIcon : CopyIcon} onPress={() => copy(text)}>
        {t(copied === "yes" ? "common.action.copied" : what)}
      </Button>
      <span className={copied === "failed" ? "error" : "vh"} role="status">
        {copied === "yes" && t("common.success.copied")}
        {copied === "failed" && t("common.error.copyFailed")}
      </span>
    </>
  )
}
