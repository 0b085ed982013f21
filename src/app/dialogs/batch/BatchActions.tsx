import { useTranslation } from "react-i18next"
import type { BatchSummary } from "../../../domain/views/batch.ts"
import { useAsk } from "../../toasts/useAsk.ts"
import { Button } from "../../ui/Button.tsx"
import { PauseIcon, PlayIcon } from "../../ui/icons.ts"

/** What a person may do about all of a batch: undo, pause, stop, continue. */
export const BatchActions = ({ batch: { id, phase, canResume } }: { readonly batch: BatchSummary }) => {
  const { t } = useTranslation()
  const ask = useAsk()
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
      {(isUnderWay || phase === "paused") && <Button onPress={() => move("stopped")}>{t("pages.updates.stop")}</Button>}
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
    </>
  )
}
