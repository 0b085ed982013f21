import { useTranslation } from "react-i18next"
import { Name } from "./Name.tsx"

/** A requested value that is not confirmed yet; with `before`, also the value that it replaces. Names are isolated. */
export const Pending = ({ value, before }: { readonly value: string; readonly before?: string }) => {
  const { t } = useTranslation()
  return (
    <>
      {before === undefined ? null : (
        <>
          <del>
            <Name of={before} className="was" />
          </del>{" "}
        </>
      )}
      <Name of={value} className="pending" />
      <span className="vh"> ({t("common.state.pending")})</span>
    </>
  )
}
