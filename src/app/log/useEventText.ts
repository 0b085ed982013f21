import { useCallback, useMemo } from "react"
import { useTranslation } from "react-i18next"
import type { StoredEvent } from "../../domain/event/event.ts"
import { actionOf, field, textField } from "../../domain/views/logEvents.ts"
import { useActionText } from "../i18n/useActionText.ts"
import { namedType } from "./eventTypes.ts"
import type { LogIndex } from "./logIndex.ts"
import { messageText } from "./messageText.ts"
import { useNearbyText } from "./useNearbyText.ts"

/** Why, in the words of the log; what else is called a reason there has words of its own, or its device says enough. */
const reasonOf = ({ type, payload }: StoredEvent): string | null =>
  type.startsWith("Firmware") ? null : (textField(payload, "reason") ?? textField(payload, "version"))

/** What an event is called, and what it is about; a type without a name in the texts shows its own. */
export const useEventText = () => {
  const { t } = useTranslation()
  const actionText = useActionText()
  const nearbyText = useNearbyText()

  const typeName = useCallback(
    (type: string): string => {
      const named = namedType(type)
      return named === undefined ? type : t(`pages.log.event.${named}`)
    },
    [t],
  )

  const about = useCallback(
    (event: StoredEvent, index: LogIndex): string | null => {
      const { type, payload } = event
      const pair = (what: string, subject: string) =>
        t("pages.log.about", { what: textField(payload, what) ?? "–", subject: textField(payload, subject) ?? "–" })
      const action = actionOf(event)
      if (action !== null) {
        const told = index.toldOf(action)
        return told === undefined ? null : actionText(told)
      }
      switch (type) {
        case "ConnectionChanged": {
          const status = textField(payload, "status")
          const known = (["online", "offline", "unreachable"] as const).find((name) => name === status)
          return known === undefined ? null : t(`layout.connection.${known}`)
        }
        case "RouteOpened":
          return textField(payload, "path")
        case "DialogOpened":
        case "DialogClosed":
          return textField(payload, "dialog")
        case "ToastShown":
          return messageText(textField(payload, "message") ?? "", field(payload, "params"))
        case "SignedIn":
        case "AccountRemembered":
          return textField(payload, "email")
        case "PreferenceObserved":
          return pair("key", "value")
        case "FlowMoved":
          return [pair("flow", "stage"), textField(payload, "failure") ?? []].flat().join(t("pages.account.subs.comma"))
        case "InputRejected":
          return pair("subject", "problem")
        default:
          return nearbyText(event, index) ?? reasonOf(event)
      }
    },
    [t, actionText, nearbyText],
  )

  const said = useCallback(
    (event: StoredEvent, index: LogIndex): string => {
      const what = typeName(event.type)
      const subject = about(event, index)
      if (subject === null) return what
      /* What was asked for says it all. */
      return event.type === "ActionQueued" ? subject : t("pages.log.about", { what, subject })
    },
    [t, typeName, about],
  )
  return useMemo(() => ({ typeName, about, said }), [typeName, about, said])
}
