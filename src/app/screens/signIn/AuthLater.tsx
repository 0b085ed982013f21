import { useTranslation } from "react-i18next"
import { Link } from "react-router-dom"
import { Icon } from "../../ui/Icon.tsx"
import { BackIcon } from "../../ui/icons.ts"

/** A page of the auth layout whose flow is not there yet: it says so and leads back. */
export const AuthLater = ({ title }: { readonly title: string }) => {
  const { t } = useTranslation()
  return (
    <div className="auth-form">
      <h1>{title}</h1>
      <p className="muted">{t("auth.later")}</p>
      <Link className="btn wide" to="/signin">
        <Icon of={BackIcon} small flip />
        {t("auth.reset.backToSignIn")}
      </Link>
    </div>
  )
}
