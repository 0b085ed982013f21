import type { TFunction } from "i18next"
import { useTranslation } from "react-i18next"
import { type ServerUrlFault, serverUrlFault } from "../../domain/values/serverUrlFault.ts"
import { Quoting } from "../ui/Quoting.tsx"

const detailOf = (t: TFunction, fault: ServerUrlFault): string =>
  fault === "port" ? t("pages.network.fault.port") : t(`auth.server.fault.${fault}`)

/** AUTH-2: tells that the address of a server is not valid, and the reason. */
export const UrlFault = ({ of: text }: { readonly of: string }) => {
  const { t } = useTranslation()
  const said = t("common.invalid.invalidServerUrl")
  const fault = serverUrlFault(text)
  if (fault === null) return said
  return <Quoting text={t("pages.network.fault.said", { said, detail: detailOf(t, fault) })} quoted={said} />
}
