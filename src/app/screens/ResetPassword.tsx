import { useTranslation } from "react-i18next"
import { usePage } from "../shell/usePage.ts"
import { AuthLater } from "./signIn/AuthLater.tsx"

export const ResetPassword = () => {
  const { t } = useTranslation()
  usePage(t("auth.reset.title"))
  return <AuthLater title={t("auth.reset.title")} />
}
