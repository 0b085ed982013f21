import { useCallback, useMemo } from "react"
import { useTranslation } from "react-i18next"
import type { StoredEvent } from "../../domain/event/event.ts"
import { actionOf, devicesOf, field, namesIn, textField } from "../../domain/views/logEvents.ts"
import { useActionText } from "../shell/useActionText.ts"
import { namedType } from "./eventTypes.ts"
import type { LogIndex } from "./logIndex.ts"
import { messageText } from "./messageText.ts"

/** Names shown of a reading that changed several devices. */
const NAMES_SHOWN = 3

/** What an event is called, and what it is about; a type without a name in the texts shows its own. */
export const useEventText = () => {
  const { t } = useTranslation()
  const actionText = useActionText()

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
          return `${textField(payload, "key")}: ${textField(payload, "value") ?? "–"}`
        case "FlowMoved":
          return `${textField(payload, "flow")}: ${textField(payload, "stage")}`
        case "InputRejected":
          return `${textField(payload, "subject")}: ${textField(payload, "problem")}`
        case "DevicesRead": {
          const told = new Map(namesIn(event))
          const names = devicesOf(event).map((id) => told.get(id) ?? index.names.get(id) ?? id)
          if (names.length === 0) return null
          const shown = names.slice(0, NAMES_SHOWN).join(t("pages.account.subs.comma"))
          return names.length > NAMES_SHOWN ? `${shown} +${names.length - NAMES_SHOWN}` : shown
        }
        default:
          return textField(payload, "reason") ?? textField(payload, "version")
      }
    },
    [t, actionText],
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
