import { useTranslation } from "react-i18next"
import { type ChoiceGroup, ChoiceMenu } from "../ui/ChoiceMenu.tsx"

/** The labels of the choices in these groups. */
export const chosenIn = (groups: readonly ChoiceGroup[]): readonly string[] =>
  groups.flatMap(({ chosen, choices }) => choices.filter(({ id }) => chosen.includes(id)).map(({ label }) => label))

/** A filter of a list. Shows its choice, and only the number of several choices; its label names them all. */
export const FilterMenu = ({ label, groups }: { readonly label: string; readonly groups: readonly ChoiceGroup[] }) => {
  const { t } = useTranslation()
  const chosen = chosenIn(groups)
  const [only] = chosen
  const all = t("devices.find.chosen", { what: label, chosen: chosen.join(t("pages.account.subs.comma")) })
  return (
    <ChoiceMenu label={only === undefined ? label : all} isActive={only !== undefined} groups={groups}>
      {chosen.length > 1 ? t("devices.find.several", { what: label, n: chosen.length }) : (only ?? label)}
    </ChoiceMenu>
  )
}
