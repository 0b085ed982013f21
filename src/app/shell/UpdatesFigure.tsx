import { type ReactNode, useMemo } from "react"
import { useTranslation } from "react-i18next"
import { Link } from "react-router-dom"
import { pages } from "../../domain/values/routes.ts"
import { makeUpdatesSign } from "../../domain/views/updatesSign.ts"
import { useView } from "../client/client.ts"
import { useFormat } from "../i18n/useFormat.ts"
import { Icon } from "../ui/Icon.tsx"
import { UpdateIcon } from "../ui/icons.ts"

/** The figure beside the name of a link, and its meaning in words. */
export interface LinkFigure {
  readonly shown: ReactNode
  readonly said?: string
}

export const Figured = ({ children }: { readonly children: string }) => (
  <span className="n" aria-hidden="true">
    {children}
  </span>
)

const WHOLE = 100

const useSign = () => useView(useMemo(makeUpdatesSign, []))

/**
 * The progress of the updates under way, else the number of updates that could begin (FW-8). Each is at the same end of
 * the same line.
 */
export const useUpdatesFigure = (): LinkFigure | null => {
  const { t } = useTranslation()
  const { number } = useFormat()
  const sign = useSign()
  if (sign === undefined || (sign.kind === "able" && sign.n === 0)) return null
  if (sign.kind === "able")
    return { shown: <Figured>{number(sign.n)}</Figured>, said: t("pages.updates.none.able", { n: sign.n }) }
  const { done, of } = sign
  return {
    shown: (
      <span className="n under-way" aria-hidden="true">
        <span className="ticks low" style={{ "--v": (done / of) * WHOLE }} />
        <span>{t("layout.progress", { n: done, of })}</span>
      </span>
    ),
    said: t("pages.updates.ruler", { n: done, of }),
  }
}

/** A link to the updates while some are under way. For phones, whose bar has no room for another page. */
export const UpdatesUnderWay = () => {
  const { t } = useTranslation()
  const sign = useSign()
  if (sign?.kind !== "running") return null
  const { done, of } = sign
  return (
    <Link className="updates-under-way" to={pages.updates.path} aria-label={t("pages.updates.ruler", { n: done, of })}>
      <Icon of={UpdateIcon} small />
      <span aria-hidden="true">{t("layout.progress", { n: done, of })}</span>
    </Link>
  )
}
