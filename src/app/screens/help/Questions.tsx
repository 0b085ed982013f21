import { useTranslation } from "react-i18next"
import { Icon } from "../../ui/Icon.tsx"
import { DownIcon } from "../../ui/icons.ts"

const questions = ["code", "connect", "offline"] as const

/** Each answer folds out on its own; the page can be searched for what is folded in. */
export const Questions = () => {
  const { t } = useTranslation()
  return (
    <div className="panel folds">
      {questions.map((name) => (
        <details key={name}>
          <summary>
            <b className="grow">{t(`pages.help.questions.${name}`)}</b>
            <Icon of={DownIcon} small />
          </summary>
          <p>{t(`pages.help.questions.${name}Body`)}</p>
        </details>
      ))}
    </div>
  )
}
