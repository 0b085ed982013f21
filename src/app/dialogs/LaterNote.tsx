import { useTranslation } from "react-i18next"
import { actionExpiryMs } from "../../domain/features/settings/feature.ts"
import type { State } from "../../domain/product/state.ts"
import { useView } from "../client/client.ts"
import { useFormat } from "../i18n/useFormat.ts"

const viewOf = ({ connection, settings }: State) => ({
  away: connection.status !== "online",
  expiry: actionExpiryMs(settings),
})

/** Explains that the action waits while the server does not reply. `expires` is for wake and reboot (OFFLINE-6). */
export const LaterNote = ({ expires = false }: { readonly expires?: boolean }) => {
  const { t } = useTranslation()
  const { duration } = useFormat()
  const view = useView(viewOf)
  if (view === undefined || !view.away) return null
  return (
    <p>{expires ? t("dialog.later.offlineExpires", { duration: duration(view.expiry) }) : t("dialog.later.offline")}</p>
  )
}
