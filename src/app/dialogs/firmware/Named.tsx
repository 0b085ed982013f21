import { useTranslation } from "react-i18next"
import { Icon } from "../../ui/Icon.tsx"
import { ForwardIcon } from "../../ui/icons.ts"
import { Mono } from "../../ui/Mono.tsx"
import { Name } from "../../ui/Name.tsx"

/** A device among several: its name, and a mark that distinguishes it from others of the same name. */
export interface DistinctName {
  readonly name: string
  readonly apart: string | null
}

/** The name and its mark as words, for a label or a summary. */
export const calledOf = ({ name, apart }: DistinctName): string => (apart === null ? name : `${name} ${apart}`)

export const Named = ({ device: { name, apart } }: { readonly device: DistinctName }) => (
  <span className="named">
    <Name of={name} className="cut" />
    {apart !== null && <Mono>{apart}</Mono>}
  </span>
)

/** The build before and the build after; null for an unknown one. */
export const Builds = ({ from, to }: { readonly from: number | null; readonly to: number | null }) => {
  const { t } = useTranslation()
  const words = (build: number | null) => (build === null ? t("common.state.unknown") : String(build))
  return (
    <span className="builds">
      <span className="vh">{t("devices.page.span", { from: words(from), to: words(to) })}</span>
      <span aria-hidden="true">{from === null ? words(from) : <Mono>{from}</Mono>}</span>
      <Icon of={ForwardIcon} flip small />
      <span aria-hidden="true">{to === null ? words(to) : <Mono>{to}</Mono>}</span>
    </span>
  )
}
