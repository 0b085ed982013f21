import { useCallback, useMemo } from "react"
import { useTranslation } from "react-i18next"
import type { StoredEvent } from "../../domain/event/event.ts"
import { flowFailures } from "../../domain/features/flows/machines.ts"
import { stageOf, textField } from "../../domain/views/logEvents.ts"
import { failureKey } from "../flows/failureKey.ts"
import { keyIn } from "./storedNames.ts"
import { flowStageTexts, flowTexts, reasonTexts, updateStageTexts, wakeStageTexts } from "./storedReasons.ts"

const stageTexts = { ...updateStageTexts, ...wakeStageTexts }

/** The words for reasons and stages; one of a later release is shown as it is stored. */
export const useCodeText = () => {
  const { t } = useTranslation()

  const reasonText = useCallback(
    ({ type, payload }: StoredEvent): string | null => {
      const reason = textField(payload, "reason")
      const known = keyIn(reasonTexts, type)
      if (known === undefined || reason === null) return null
      const texts = reasonTexts[known]
      const text = Object.entries(texts).find(([name]) => name === reason)?.[1]
      if (text === undefined) return reason
      return text === null ? null : t(text)
    },
    [t],
  )

  const stageText = useCallback(
    (event: StoredEvent): string | null => {
      const stage = stageOf(event)
      const known = keyIn(stageTexts, stage)
      return known === undefined ? stage : t(stageTexts[known])
    },
    [t],
  )

  const flowText = useCallback(
    (payload: unknown): string => {
      const about = (what: string, subject: string) => t("pages.log.about", { what, subject })
      const [flow, stage] = [textField(payload, "flow"), textField(payload, "stage")]
      const [knownFlow, knownStage] = [keyIn(flowTexts, flow), keyIn(flowStageTexts, stage)]
      const step = about(
        knownFlow === undefined ? (flow ?? "–") : t(flowTexts[knownFlow]),
        knownStage === undefined ? (stage ?? "–") : t(flowStageTexts[knownStage]),
      )
      const failure = textField(payload, "failure")
      const why = flowFailures.find((known) => known === failure)
      if (failure === null) return step
      return about(step, why === undefined || knownFlow === undefined ? failure : t(failureKey(knownFlow, why)))
    },
    [t],
  )
  return useMemo(() => ({ reasonText, stageText, flowText }), [reasonText, stageText, flowText])
}
