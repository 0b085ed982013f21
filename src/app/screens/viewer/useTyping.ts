import { useEffect, useEffectEvent, useRef, useState } from "react"
import type { ViewerHandle } from "../../client/handle.ts"
import type { Macro } from "../../viewer/macros.ts"
import type { ViewerStage } from "./useViewer.ts"

/** Keys a second. Keyboards over a network and virtual machines lose keys that come faster. */
export const KEYS_PER_SECOND = 30
const MS_PER_SECOND = 1_000
/** A screen without a sign of life for this long gets no more keys, ms. It would type them unseen once it is back. */
const SILENCE_MS = 5_000

type Step = (viewer: ViewerHandle) => void

interface Job {
  /** The name of the macro; null for the clipboard. */
  readonly name: string | null
  readonly steps: readonly Step[]
}

/** The progress of a text or macro that was not typed to its end. `isLost`: the connection ended it. */
export interface CutTyping {
  readonly name: string | null
  readonly done: number
  readonly total: number
  readonly isLost: boolean
}

export interface KeyTyping {
  /** The number of typed keys and of all keys; null while nothing is typed. */
  readonly progress: { readonly name: string | null; readonly done: number; readonly total: number } | null
  /** The last text or macro that did not come to its end, until the person dismisses it or presses a key at the device. */
  readonly cut: CutTyping | null
  readonly dismissCut: () => void
  readonly start: (text: string) => void
  readonly play: (macro: Macro) => void
  readonly stop: () => void
}

/** Line ends of every kind are one Enter. A character of two surrogates is one key. */
const stepsOf = (text: string): readonly Step[] =>
  [...text.replace(/\r\n?/g, "\n")].map(
    (character): Step =>
      (viewer) =>
        viewer.type(character),
  )

/**
 * Called when typing ended or was stopped: the name of a macro or null for a text, and how many of its keys were typed.
 */
type Typed = (name: string | null, keys: number) => void

/**
 * Types a text or a macro as keystrokes, paced (SCREEN-5). It stops when the keyboard or the connection is lost, does
 * not resume with them, and reports its progress.
 */
export const useTyping = (
  { act, listen }: Pick<ViewerStage, "act" | "listen">,
  { isPossible, isLost }: { readonly isPossible: boolean; readonly isLost: boolean },
  typed: Typed,
): KeyTyping => {
  const [job, setJob] = useState<Job | null>(null)
  const [done, setDone] = useState(0)
  const [cut, setCut] = useState<CutTyping | null>(null)
  const latest = useRef(act)
  latest.current = act
  const end = (isLostNow: boolean) => {
    if (job === null) return
    const { name, steps } = job
    if (done < steps.length) setCut({ name, done, total: steps.length, isLost: isLostNow })
    setJob(null)
  }
  if (!isPossible) end(isLost)
  const onTyped = useEffectEvent(typed)
  const onSilence = useEffectEvent(() => end(true))

  useEffect(() => {
    if (job === null) return
    let next = 0
    let aliveAt = performance.now()
    const stopListening = listen((news) => {
      // A picture over a slow line takes its time. Its bytes are a sign of life before it is complete.
      const isSign = news.type === "picture" || (news.type === "figures" && news.bytesPerSecond > 0)
      if (isSign) aliveAt = performance.now()
    })
    const timer = setInterval(() => {
      const step = job.steps[next]
      if (step === undefined) return setJob(null)
      if (performance.now() - aliveAt > SILENCE_MS) return onSilence()
      latest.current(step)
      next += 1
      setDone(next)
    }, MS_PER_SECOND / KEYS_PER_SECOND)
    return () => {
      clearInterval(timer)
      stopListening()
      if (next > 0) onTyped(job.name, next)
    }
  }, [job, listen])

  const isCut = cut !== null
  useEffect(() => {
    if (!isCut) return
    return listen((news) => {
      if (news.type === "key" && news.down) setCut(null)
    })
  }, [isCut, listen])

  const begin = (wanted: Job) => {
    if (!isPossible || wanted.steps.length === 0) return
    setDone(0)
    setCut(null)
    setJob(wanted)
  }
  return {
    progress: job === null ? null : { name: job.name, done, total: job.steps.length },
    start: (text) => begin({ name: null, steps: stepsOf(text) }),
    play: ({ name, strokes }) => begin({ name, steps: strokes.map((stroke) => (viewer) => viewer.press(stroke)) }),
    cut,
    dismissCut: () => setCut(null),
    stop: () => end(false),
  }
}
