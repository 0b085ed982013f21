import { useTranslation } from "react-i18next"
import { useDeployment } from "../../client/client.ts"
import { Icon } from "../../ui/Icon.tsx"
import { VideoIcon } from "../../ui/icons.ts"
import { Fold, Folds } from "./Folds.tsx"

/** In the order of the video links in the settings of the deployment. */
const tutorials = ["bind", "connect", "wake", "share", "mode", "firmware"] as const

/** HELP-1: six tutorials, each with its video where the deployment names one. */
export const Tutorials = () => {
  const { t } = useTranslation()
  const { tutorialUrls } = useDeployment()
  return (
    <Folds>
      {tutorials.map((name, index) => {
        const video = tutorialUrls[index]
        return (
          <Fold key={name} title={t(`pages.help.tutorials.${name}`)}>
            <p>{t(`pages.help.tutorials.${name}Body`)}</p>
            {video === undefined ? (
              <p className="faint">{t("pages.help.tutorials.noVideo")}</p>
            ) : (
              <p>
                <a
                  className="link with-icon"
                  href={video}
                  target="_blank"
                  rel="noreferrer"
                  aria-label={t("pages.help.tutorials.watchOf", { title: t(`pages.help.tutorials.${name}`) })}
                >
                  <Icon of={VideoIcon} small />
                  {t("pages.help.tutorials.watch")}
                </a>
              </p>
            )}
          </Fold>
        )
      })}
    </Folds>
  )
}
