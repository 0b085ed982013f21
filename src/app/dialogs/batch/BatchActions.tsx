import { useTranslation } from "react-i18next"
import type { BatchKind } from "../../../domain/features/batches/events.ts"
import type { DialogName } from "../../../domain/values/dialogs.ts"
import { type BatchSummary, failedDevices } from "../../../domain/views/batch.ts"
import { useViewOf } from "../../client/client.ts"
import { useShowDialog } from "../../client/dialog.ts"
import { useAsk } from "../../toasts/useAsk.ts"
import { Button } from "../../ui/Button.tsx"
import { PauseIcon, PlayIcon, RefreshIcon } from "../../ui/icons.ts"

const askedBy: Readonly<Record<BatchKind, DialogName>> = {
  wake: "batchWake",
  reboot: "batchReboot",
  assign: "batchAssign",
}

/** Offers the same action again for the devices that failed. First it shows the person which they are. */
const TryAgain = ({ batch: { id, kind, accountId } }: { readonly batch: BatchSummary }) => {
  const { t } = useTranslation()
  const show = useShowDialog()
  const among = useViewOf(failedDevices, id) ?? []
  if (among.length === 0) return null
  return (
    <Button icon={RefreshIcon} onPress={() => show(askedBy[kind], { subject: accountId ?? "", among })}>
      {t("dialog.batch.again", { n: among.length })}
    </Button>
  )
}

/** The actions of a person on a whole batch: undo, pause, stop, continue. */
export const BatchActions = ({ batch }: { readonly batch: BatchSummary }) => {
  const { t } = useTranslation()
  const ask = useAsk()
  const { id, phase, canResume } = batch
  const move = (to: "paused" | "running" | "stopped" | "dismissed") => ask({ type: "MoveBatch", batch: id, to })
  if (phase === "undo")
    return (
      <Button
        onPress={() => {
          move("stopped")
          move("dismissed")
        }}
      >
        {t("common.action.undo")}
      </Button>
    )
  const isUnderWay = phase === "running" || phase === "held"
  return (
    <>
      {(isUnderWay || phase === "paused") && (
        <Button destructive onPress={() => move("stopped")}>
          {t("pages.updates.stop")}
        </Button>
      )}
      {isUnderWay && (
        <Button icon={PauseIcon} onPress={() => move("paused")}>
          {t("pages.updates.pause")}
        </Button>
      )}
      {canResume && (
        <Button icon={PlayIcon} onPress={() => move("running")}>
          {t("pages.updates.goOn")}
        </Button>
      )}
      {batch.failed > 0 && <TryAgain batch={batch} />}
    </>
  )
}
