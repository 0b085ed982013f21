import credits from "virtual:credits"
import { useTranslation } from "react-i18next"
import { Mono } from "../../ui/Mono.tsx"
import { Fold, Folds } from "./Folds.tsx"

/** HELP-3: every library that ships, with its version and licence. */
export const Credits = () => {
  const { t } = useTranslation()
  return (
    <Folds>
      <Fold title={t("pages.help.creditsCount", { count: credits.length })}>
        <p>{t("pages.help.creditsBody")}</p>
        <ul className="credits">
          {credits.map(({ name, version, license }) => (
            <li key={`${name} ${version}`}>
              <bdi className="grow">{name}</bdi>
              <Mono className="faint">{version}</Mono>
              <bdi className="faint">{license}</bdi>
            </li>
          ))}
        </ul>
      </Fold>
    </Folds>
  )
}
