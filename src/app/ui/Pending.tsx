import { useTranslation } from "react-i18next"

/** A value the person asked for that is not confirmed yet; with `before`, what it replaces. Names are isolated. */
export const Pending = ({ value, before }: { readonly value: string; readonly before?: string }) => {
  const { t } = useTranslation()
  return (
    <>
      {before === undefined ? null : (
        <>
          <del className="was">
            <bdi>{before}</bdi>
          </del>{" "}
        </>
      )}
      <bdi className="pending">{value}</bdi>
      <span className="vh"> ({t("common.state.pending")})</span>
    </>
  )
}
