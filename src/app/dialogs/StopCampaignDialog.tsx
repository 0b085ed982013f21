import { useEffect } from "react"
import { useTranslation } from "react-i18next"
import { campaignView } from "../../domain/views/campaign.ts"
import { useView } from "../client/client.ts"
import { Dialog } from "../ui/Dialog.tsx"
import { InlineError } from "../ui/InlineError.tsx"
import { Acts } from "./Acts.tsx"
import type { DialogProps } from "./dialogProps.ts"
import { calledOf } from "./firmware/Named.tsx"
import { useAttempt } from "./useAttempt.ts"

/** FW-8: asks before a campaign is stopped, and shows which devices stay as they are. */
export const StopCampaignDialog = ({ subject, isOpen, onClose }: DialogProps) => {
  const { t } = useTranslation()
  const view = useView(campaignView)
  const { attempt, isPending, why } = useAttempt(onClose)
  const isOver = view === null || (view !== undefined && (view.id !== subject || view.ended !== null))
  // The campaign may end while the question is open.
  useEffect(() => {
    if (isOver) onClose()
  }, [isOver, onClose])
  if (view === undefined || view === null) return null
  const running = view.rows.filter(({ status }) => status === "running")
  const [first] = running
  const title =
    first === undefined
      ? t("dialog.stopCampaign.now")
      : running.length === 1
        ? t("dialog.stopCampaign.after", { name: calledOf(first) })
        : t("dialog.stopCampaign.afterSeveral", { n: running.length })
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      alert
      title={title}
      actions={
        <Acts
          onCancel={onClose}
          variant="danger-solid"
          isPending={isPending}
          onPress={() => attempt({ type: "StopCampaign" })}
        >
          {t("pages.updates.stop")}
        </Acts>
      }
    >
      <p>{t("dialog.stopCampaign.body", { count: view.count.waiting })}</p>
      <InlineError text={why} />
    </Dialog>
  )
}
