import { useCallback, useMemo } from "react"
import { useTranslation } from "react-i18next"
import type { StoredEvent } from "../../domain/event/event.ts"
import { type Event, eventTable, type RecordedEvent } from "../../domain/product/events.ts"
import type { LoggedAction } from "../../domain/views/logEvents.ts"
import { readEvent } from "../../domain/views/readEvent.ts"
import { useActionText } from "../i18n/useActionText.ts"
import { useFormat } from "../i18n/useFormat.ts"
import type { LogIndex } from "./logIndex.ts"
import {
  batchWords,
  deviceSessionWords,
  firmwareWords,
  listWords,
  nearWords,
  updateStages,
  wakeStages,
} from "./words/devices.ts"
import { outboxWords, sessionWords, wayWords } from "./words/person.ts"
import type { Payloads, Say, WordsOf } from "./words/say.ts"

const words: WordsOf<keyof Payloads> = {
  ...sessionWords,
  ...outboxWords,
  ...wayWords,
  ...listWords,
  ...batchWords,
  ...nearWords,
  ...deviceSessionWords,
  ...firmwareWords,
}

const saidOf = <Type extends keyof Payloads>(type: Type, payload: Payloads[Type], say: Say): string | null =>
  words[type](payload, say)

/** The subject of an event, beside its name; null when the name says all. */
const wordsOf = ({ type, payload }: RecordedEvent, say: Say): string | null => saidOf(type, payload, say)

/** The name of an event within one life; null when it is the event's own name. */
const stageOf = (event: RecordedEvent, { t }: Pick<Say, "t">): string | null => {
  if (event.type === "FirmwareUpdateMoved") return t(updateStages[event.payload.stage])
  return event.type === "LanWakeTold" ? t(wakeStages[event.payload.stage]) : null
}

/** False for a type of a later release, which has no name here. */
const isKnown = (type: string): type is Event["type"] => Object.hasOwn(eventTable, type)

/** Another client's value is equal to ours by now: nothing differs any more. */
const namedType = (event: StoredEvent): string => {
  const known = readEvent(event)
  return known?.type === "ActionContested" && known.payload.theirs === null ? "TargetSettled" : event.type
}

/** The names and subjects of events. A type without a name in the texts shows the type itself. */
export const useEventText = () => {
  const { t } = useTranslation()
  const format = useFormat()
  const actionText = useActionText()

  const typeName = useCallback((type: string): string => (isKnown(type) ? t(`pages.log.event.${type}`) : type), [t])

  const said = useCallback(
    (event: StoredEvent, index: LogIndex, action: LoggedAction | null): string => {
      const what = typeName(namedType(event))
      const known = readEvent(event)
      if (known === null) return what
      const subject = wordsOf(known, {
        t,
        format,
        device: (did) => index.names.get(did) ?? did,
        nearby: (id) => index.nearby.get(id) ?? id,
        action: (theirs) => (action === null ? null : actionText({ ...action, intent: theirs ?? action.intent })),
      })
      if (subject === null) return what
      /* The subject alone already names the requested action. */
      return event.type === "ActionQueued" ? subject : t("pages.log.about", { what, subject })
    },
    [t, format, typeName, actionText],
  )
  /** The name of an event within one life. */
  const stepName = useCallback(
    (event: StoredEvent): string => {
      const known = readEvent(event)
      return (known && stageOf(known, { t })) ?? typeName(namedType(event))
    },
    [t, typeName],
  )
  return useMemo(() => ({ typeName, said, stepName }), [typeName, said, stepName])
}
