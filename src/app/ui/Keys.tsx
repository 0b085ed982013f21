import { Fragment } from "react"
import { useTranslation } from "react-i18next"

/** Key caps: `together` are held at the same time, else pressed one after the other. */
export const Keys = ({ caps, together = false }: { readonly caps: readonly string[]; readonly together?: boolean }) => {
  const { t } = useTranslation()
  return (
    <span className={together ? "keys together" : "keys"}>
      {caps.map((cap, index) => (
        <Fragment key={cap}>
          {index > 0 && <span className={together ? "vh" : "then"}>{together ? "+" : t("layout.shortcuts.then")}</span>}
          <kbd className="kbd">{cap}</kbd>
        </Fragment>
      ))}
    </span>
  )
}
