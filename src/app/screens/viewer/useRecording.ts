import { useEffect, useState } from "react"
import { nothingRecorded, type RecordedStrokes, recorded, type Stroke } from "../../viewer/macros.ts"
import type { ViewerStage } from "./useViewer.ts"

export interface MacroRecording {
  /** What was pressed since; null while nothing is recorded. */
  readonly strokes: readonly Stroke[] | null
  readonly start: () => void
  readonly stop: () => void
}

/** Records the keys that go to the device, until it is saved or discarded (SCREEN-5). */
export const useRecording = ({ listen }: ViewerStage): MacroRecording => {
  const [recording, setRecording] = useState<RecordedStrokes | null>(null)
  const isOn = recording !== null
  useEffect(() => {
    if (!isOn) return
    return listen((news) => {
      if (news.type === "key") setRecording((before) => (before === null ? null : recorded(before, news)))
    })
  }, [isOn, listen])
  return {
    strokes: recording?.strokes ?? null,
    start: () => setRecording(nothingRecorded),
    stop: () => setRecording(null),
  }
}
