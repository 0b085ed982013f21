import { useTranslation } from "react-i18next"
import { Link } from "react-router-dom"
import type { State } from "../../../domain/product/state.ts"
import { campaignHindrance, outdated } from "../../../domain/views/campaign.ts"
import { isLatestUnread } from "../../../domain/views/firmware.ts"
import { useSend, useView } from "../../client/client.ts"
import { useOpenDialog } from "../../dialogs/useOpenDialog.ts"
import { firmwareReason } from "../../toasts/firmwareReasons.ts"
import { Button } from "../../ui/Button.tsx"
import { EmptyState } from "../../ui/EmptyState.tsx"
import { UpdateIcon } from "../../ui/icons.ts"

const viewOf = (state: State) => ({
  ids: outdated(state),
  hindrance: campaignHindrance(state),
  isUnread: isLatestUnread(state),
})

/** Nothing is being updated: what could be, or why nothing can. */
export const NoCampaign = () => {
  const { t } = useTranslation()
  const open = useOpenDialog()
  const send = useSend()
  const view = useView(viewOf)
  if (view === undefined) return null
  const { ids, hindrance, isUnread } = view
  if (hindrance === "noBridge" || hindrance === "latestUnknown")
    return (
      <EmptyState
        title={t("pages.updates.none.title")}
        actions={
          hindrance === "noBridge" ? (
            <Link className="btn" to="/devices/network">
              {t("devices.lan.howTo")}
            </Link>
          ) : (
            <Button onPress={() => send({ type: "CheckFirmware" })}>{t("common.action.tryAgain")}</Button>
          )
        }
      >
        {t(firmwareReason(hindrance, isUnread))}
      </EmptyState>
    )
  if (ids.length === 0)
    return <EmptyState title={t("pages.updates.none.title")}>{t("pages.updates.none.allCurrent")}</EmptyState>
  return (
    <EmptyState
      title={t("pages.updates.none.able", { n: ids.length })}
      actions={
        <Button variant="primary" icon={UpdateIcon} onPress={() => open("batchFirmware", { among: ids })}>
          {t("common.action.updateFirmware")}
        </Button>
      }
    >
      {t("pages.updates.none.how")}
    </EmptyState>
  )
}
