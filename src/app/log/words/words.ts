import type { RecordedEvent } from "../../../domain/product/events.ts"
import { batchWords, firmwareWords, listWords, nearWords, reachWords, updateStages, wakeStages } from "./devices.ts"
import { outboxWords, sessionWords, wayWords } from "./person.ts"
import type { Payloads, Say, WordsOf } from "./say.ts"

const words: WordsOf<keyof Payloads> = {
  ...sessionWords,
  ...outboxWords,
  ...wayWords,
  ...listWords,
  ...batchWords,
  ...nearWords,
  ...reachWords,
  ...firmwareWords,
}

const saidOf = <Type extends keyof Payloads>(type: Type, payload: Payloads[Type], say: Say): string | null =>
  words[type](payload, say)

/** What an event is about, beside its name; null when that says all. */
export const wordsOf = ({ type, payload }: RecordedEvent, say: Say): string | null => saidOf(type, payload, say)

/** What an event is called among those of one life; null when that is its name. */
export const stageOf = (event: RecordedEvent, { t }: Pick<Say, "t">): string | null => {
  if (event.type === "FirmwareUpdateMoved") return t(updateStages[event.payload.stage])
  return event.type === "LanWakeTold" ? t(wakeStages[event.payload.stage]) : null
}
