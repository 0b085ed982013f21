import { useEffect, useEffectEvent, useRef, useState } from "react"
import type { ViewerHandle } from "../../client/handle.ts"
import type { Macro } from "../../viewer/macros.ts"
import type { ViewerStage } from "./useViewer.ts"

/** Keys a second: keyboards over a network and virtual machines lose keys that come faster. */
export const KEYS_PER_SECOND = 30
const MS_PER_SECOND = 1_000

type Step = (viewer: ViewerHandle) => void

interface Job {
  /** Of the macro; null for the clipboard. */
  readonly name: string | null
  readonly steps: readonly Step[]
}

export interface KeyTyping {
  /** Keys that were pressed, and all of them; null while nothing is typed. */
  readonly progress: { readonly name: string | null; readonly done: number; readonly total: number } | null
  readonly start: (text: string) => void
  readonly play: (macro: Macro) => void
  readonly stop: () => void
}

/** Line ends of every kind are one Enter; a character of two halves is one key. */
const stepsOf = (text: string): readonly Step[] =>
  [...text.replace(/\r\n?/g, "\n")].map(
    (character): Step =>
      (viewer) =>
        viewer.type(character),
  )

/** What was typed when it ended, or was stopped: the name of a macro or null for a text, and how many of its keys. */
type Typed = (name: string | null, keys: number) => void

/** Types a text or a macro as keystrokes, paced (SCREEN-5). It stops with the keyboard and with the connection. */
export const useTyping = (act: ViewerStage["act"], isPossible: boolean, typed: Typed): KeyTyping => {
  const [job, setJob] = useState<Job | null>(null)
  const [done, setDone] = useState(0)
  const latest = useRef(act)
  latest.current = act
  if (!isPossible && job !== null) setJob(null)
  const onTyped = useEffectEvent(typed)

  useEffect(() => {
    if (job === null) return
    let next = 0
    const timer = setInterval(() => {
      const step = job.steps[next]
      if (step === undefined) return setJob(null)
      latest.current(step)
      next += 1
      setDone(next)
    }, MS_PER_SECOND / KEYS_PER_SECOND)
    return () => {
      clearInterval(timer)
      if (next > 0) onTyped(job.name, next)
    }
  }, [job])

  const begin = (wanted: Job) => {
    if (!isPossible || wanted.steps.length === 0) return
    setDone(0)
    setJob(wanted)
  }
  return {
    progress: job === null ? null : { name: job.name, done, total: job.steps.length },
    start: (text) => begin({ name: null, steps: stepsOf(text) }),
    play: ({ name, strokes }) => begin({ name, steps: strokes.map((stroke) => (viewer) => viewer.press(stroke)) }),
    stop: () => setJob(null),
  }
}
