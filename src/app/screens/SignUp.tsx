import { useTranslation } from "react-i18next"
import { usePage } from "../shell/usePage.ts"
import { AuthLater } from "./signIn/AuthLater.tsx"

export const SignUp = () => {
  const { t } = useTranslation()
  usePage(t("auth.signUp.title"))
  return <AuthLater title={t("auth.signUp.title")} />
}
