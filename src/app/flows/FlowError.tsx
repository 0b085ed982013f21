import { useTranslation } from "react-i18next"
import { InlineError } from "../ui/InlineError.tsx"

interface Props {
  /** Why the step failed; null where nothing did, or where a field says it. */
  readonly text: string | null
  readonly httpStatus: number | null
}

/** Why a step of a flow failed; a server that was reached is not said to be away (MSG-3). */
export const FlowError = ({ text, httpStatus }: Props) => {
  const { t } = useTranslation()
  return (
    <InlineError text={text} hint={httpStatus === null ? null : t("common.error.httpStatus", { status: httpStatus })} />
  )
}
