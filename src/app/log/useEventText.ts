import { useCallback, useMemo } from "react"
import { useTranslation } from "react-i18next"
import type { StoredEvent } from "../../domain/event/event.ts"
import { type Event, eventTable } from "../../domain/product/events.ts"
import { actionOf, field, type ToldAction, textField } from "../../domain/views/logEvents.ts"
import { contestIn } from "../../domain/views/toldAction.ts"
import { languageName } from "../i18n/languages.ts"
import { useActionText } from "../i18n/useActionText.ts"
import type { LogIndex } from "./logIndex.ts"
import { messageText } from "./messageText.ts"
import { dialogTitles, keyIn, settingTitles, valueText } from "./storedNames.ts"
import { useCodeText } from "./useCodeText.ts"
import { useNearbyText } from "./useNearbyText.ts"

/** A type of a later release has no name here. */
const isKnown = (type: string): type is Event["type"] => Object.hasOwn(eventTable, type)

/** Which setting was changed, and to what. */
const useSettingText = () => {
  const { t } = useTranslation()
  return useCallback(
    (payload: unknown): string => {
      const [name, value] = [textField(payload, "key"), textField(payload, "value")]
      const setting = keyIn(settingTitles, name)
      const what = setting === undefined ? (name ?? "–") : t(settingTitles[setting])
      const text = setting === undefined ? undefined : valueText(setting, value)
      const known = setting === "language" ? languageName(value) : text && t(text)
      return t("pages.log.about", { what, subject: known ?? value ?? "–" })
    },
    [t],
  )
}

/** What an event is about: who, what or where; null for one that is about nothing more. */
const useSubject = () => {
  const { t } = useTranslation()
  const actionText = useActionText()
  const nearbyText = useNearbyText()
  const settingText = useSettingText()
  const { reasonText, flowText } = useCodeText()
  return useCallback(
    (event: StoredEvent, index: LogIndex, told: ToldAction | null): string | null => {
      const { type, payload } = event
      if (actionOf(event) !== null)
        return told === null ? null : actionText({ ...told, intent: contestIn(event) ?? told.intent })
      switch (type) {
        case "ConnectionChanged": {
          const status = textField(payload, "status")
          const known = (["online", "offline", "unreachable"] as const).find((name) => name === status)
          return known === undefined ? null : t(`layout.connection.${known}`)
        }
        case "RouteOpened":
          return textField(payload, "path")
        case "DialogOpened":
        case "DialogClosed": {
          const dialog = keyIn(dialogTitles, textField(payload, "dialog"))
          return dialog === undefined ? textField(payload, "dialog") : t(dialogTitles[dialog])
        }
        case "ToastShown":
          return messageText(textField(payload, "message") ?? "", field(payload, "params"))
        case "SignedIn":
        case "AccountRemembered":
          return textField(payload, "email")
        case "PreferenceObserved":
          return settingText(payload)
        case "FlowMoved":
          return flowText(payload)
        case "InputRejected":
          return t("pages.log.about", {
            what: textField(payload, "subject") ?? "–",
            subject: textField(payload, "problem") ?? "–",
          })
        default:
          return nearbyText(event, index) ?? reasonText(event) ?? textField(payload, "version")
      }
    },
    [t, actionText, nearbyText, settingText, flowText, reasonText],
  )
}

/** What an event is called, and what it is about; a type without a name in the texts shows its own. */
export const useEventText = () => {
  const { t } = useTranslation()
  const { stageText } = useCodeText()
  const subjectOf = useSubject()

  const typeName = useCallback((type: string): string => (isKnown(type) ? t(`pages.log.event.${type}`) : type), [t])
  /** What others had set is ours by now: nothing differs any more. */
  const nameOf = useCallback(
    (event: StoredEvent) => typeName(contestIn(event) === null ? "TargetSettled" : event.type),
    [typeName],
  )

  const said = useCallback(
    (event: StoredEvent, index: LogIndex, told: ToldAction | null): string => {
      const what = nameOf(event)
      const subject = subjectOf(event, index, told)
      if (subject === null) return what
      /* What was asked for says it all. */
      return event.type === "ActionQueued" ? subject : t("pages.log.about", { what, subject })
    },
    [t, nameOf, subjectOf],
  )
  /** What an event is called among those of one life. */
  const stepName = useCallback((event: StoredEvent) => stageText(event) ?? nameOf(event), [stageText, nameOf])
  return useMemo(() => ({ typeName, said, stepName }), [typeName, said, stepName])
}
