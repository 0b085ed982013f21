import { useEffect, useState } from "react"
import { interrupted, nothingRecorded, type RecordedStrokes, recorded, type Stroke } from "../../viewer/macros.ts"
import type { ViewerStage } from "./useViewer.ts"

export interface MacroRecording {
  /** The keys since the start; null while nothing is recorded. */
  readonly strokes: readonly Stroke[] | null
  readonly start: () => void
  readonly stop: () => void
}

/** Records the keys that go to the device, until the person saves or discards the recording (SCREEN-5). */
export const useRecording = ({ listen }: ViewerStage): MacroRecording => {
  const [recording, setRecording] = useState<RecordedStrokes | null>(null)
  const isOn = recording !== null
  useEffect(() => {
    if (!isOn) return
    return listen((news) => {
      if (news.type !== "key" && news.type !== "letGo") return
      setRecording((before) =>
        before === null ? null : news.type === "key" ? recorded(before, news) : interrupted(before),
      )
    })
  }, [isOn, listen])
  return {
    strokes: recording?.strokes ?? null,
    start: () => setRecording(nothingRecorded),
    stop: () => setRecording(null),
  }
}
