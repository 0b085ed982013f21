import { useCallback, useEffect, useReducer, useRef, useState } from "react"
import { isOn } from "../../../domain/features/settings/feature.ts"
import type { State } from "../../../domain/product/state.ts"
import { useView } from "../../client/client.ts"
import type { ViewerHandle, ViewerNews } from "../../client/handle.ts"
import { useClient } from "../../client/provider.ts"
import type { Quality } from "../../viewer/choices.ts"
import type { Extent } from "../../viewer/zoom.ts"

let context: AudioContext | undefined

const QUIET = 0.05
const MS_PER_SECOND = 1_000

/** Plays a tone of the device. The browser keeps it silent until the person has interacted with the page. */
const sound = ({ hz, ms }: { readonly hz: number; readonly ms: number }): void => {
  context ??= new AudioContext()
  const tone = context.createOscillator()
  const volume = context.createGain()
  volume.gain.value = QUIET
  tone.frequency.value = hz
  tone.connect(volume).connect(context.destination)
  tone.start()
  tone.stop(context.currentTime + ms / MS_PER_SECOND)
}

/** The streams to and from the device. Settings give the initial values, until a person chooses here (SETTINGS-1). */
interface Streams {
  readonly keyboard: boolean
  readonly pointer: boolean
  readonly audio: boolean
}

const atFirst = ({ settings }: State): Streams => ({
  keyboard: isOn(settings, "input"),
  pointer: isOn(settings, "input"),
  audio: isOn(settings, "audio"),
})

/** The facts about the shown picture. */
interface Shown {
  /** When the latest picture came, ms since 1970. */
  readonly at: number
}

interface Figures {
  readonly framesPerSecond: number
  readonly bytesPerSecond: number
  /** The bytes of this connection in all. */
  readonly bytes: number
}

/** How the screen is shown and touched, apart from the streams. */
interface Manner {
  readonly quality: Quality
  /** True when two fingers move the picture, which is larger than its room. */
  readonly pans: boolean
  /** The size that the screen is asked to take; null leaves it as it is. */
  readonly room: Extent | null
}

const settingsOf = ({ keyboard, pointer, audio }: Streams, { quality, pans, room }: Manner) => ({
  audio,
  keys: keyboard,
  pointer,
  quality,
  pans,
  room,
})

/** The number of latest delays, for the ticks beside the figure. */
const LATENCIES_KEPT = 60

type Seal = Extract<ViewerNews, { type: "seal" }>
type Ended = Extract<ViewerNews, { type: "ended" }>["reason"]

export interface ViewerStage {
  /** Sets the element of the screen. */
  readonly setPlace: (place: HTMLDivElement | null) => void
  readonly streams: Streams
  readonly change: (change: Partial<Streams>) => void
  /** Acts on the screen while there is one. */
  readonly act: (act: (viewer: ViewerHandle) => void) => void
  /** Calls back with all news of the screen; returns how to stop. */
  readonly listen: (listener: (news: ViewerNews) => void) => () => void
  readonly pan: (pans: boolean) => void
  /** Asks the screen to take this size; null leaves it as it is. */
  readonly resize: (room: Extent | null) => void
  /** True when the screen takes another size at our wish. */
  readonly canResize: boolean
  /** The size of the device's screen, in its pixels; null before it is known. */
  readonly size: Extent | null
  /** Null before the first picture. */
  readonly shown: Shown | null
  /** The mode that the device reports; null before the first report. */
  readonly mode: "hid" | "usb" | null
  /** True while the computer sleeps and can be woken. */
  readonly isAsleep: boolean
  /** True when the device reports that no computer behind it shows a picture. */
  readonly isAway: boolean
  /** Null before it is known, and where the native side does not report it. */
  readonly seal: Seal | null
  /** ms, the newest last */
  readonly latencies: readonly number[]
  readonly figures: Figures
  /** True while the screen does not respond, and its picture may be old. */
  readonly isUnanswered: boolean
  /** The reason why the stream has ended while the device is still connected. */
  readonly ended: Ended | null
  /** The clipboard of the computer behind the device, once that computer has changed it. */
  readonly clipboard: string | null
  /** Text that an input method has not written yet; empty when there is none. */
  readonly composing: string
}

type Facts = Pick<
  ViewerStage,
  | "shown"
  | "isUnanswered"
  | "size"
  | "canResize"
  | "mode"
  | "isAsleep"
  | "isAway"
  | "seal"
  | "latencies"
  | "figures"
  | "ended"
  | "clipboard"
  | "composing"
>

const NO_FIGURES: Figures = { framesPerSecond: 0, bytesPerSecond: 0, bytes: 0 }
const atStart: Facts = {
  shown: null,
  size: null,
  canResize: false,
  mode: null,
  isAsleep: false,
  isAway: false,
  seal: null,
  latencies: [],
  figures: NO_FIGURES,
  isUnanswered: false,
  ended: null,
  clipboard: null,
  composing: "",
}

const factsAfter = (facts: Facts, news: ViewerNews): Facts => {
  switch (news.type) {
    case "picture":
      return { ...facts, shown: { at: news.at }, isUnanswered: false, ended: null }
    case "unanswered":
      return { ...facts, isUnanswered: true }
    case "size":
      return { ...facts, size: { width: news.width, height: news.height } }
    case "resizable":
      return { ...facts, canResize: news.can }
    case "figures":
      return { ...facts, figures: news }
    case "latency":
      return { ...facts, latencies: [...facts.latencies, news.ms].slice(-LATENCIES_KEPT) }
    case "mode":
      return { ...facts, mode: news.mode }
    case "host":
      return { ...facts, isAsleep: !news.awake && news.canWake !== false, isAway: !news.awake }
    case "seal":
      return { ...facts, seal: news }
    case "clipboard":
      return { ...facts, clipboard: news.text }
    case "composing":
      return { ...facts, composing: news.text }
    case "ended":
      return { ...facts, isUnanswered: false, ended: news.reason }
    case "closed":
      return { ...facts, isUnanswered: false, latencies: [], figures: NO_FIGURES, composing: "" }
    case "opened":
    case "tone":
    case "key":
    case "letGo":
    case "unwritten":
    case "twoFingers":
      return facts
  }
}

/** The screen of the device that this tab is connected to, for as long as the page of the viewer is open. */
export const useViewer = (quality: Quality): ViewerStage => {
  const { start } = useClient()
  const [place, setPlace] = useState<HTMLDivElement | null>(null)
  const handle = useRef<ViewerHandle | null>(null)
  const preferred = useView(atFirst)
  const [chosen, setChosen] = useState<Partial<Streams>>({})
  const [facts, take] = useReducer(factsAfter, atStart)
  const streams: Streams = { keyboard: true, pointer: true, audio: true, ...preferred, ...chosen }
  const [pans, setPans] = useState(false)
  const [room, setRoom] = useState<Extent | null>(null)
  const settings = settingsOf(streams, { quality, pans, room })
  const latest = useRef(settings)
  latest.current = settings
  const listeners = useRef(new Set<(news: ViewerNews) => void>())
  const isReady = preferred !== undefined

  useEffect(() => {
    const now = start.get()
    if (!isReady || now.phase !== "ready" || place === null) return
    const received = (news: ViewerNews) => {
      take(news)
      if (news.type === "tone" && latest.current.audio) sound(news)
      for (const listener of listeners.current) listener(news)
    }
    const opened = now.handle.view({ element: place, settings: latest.current, received })
    handle.current = opened
    return () => {
      opened.stop()
      handle.current = null
      place.replaceChildren()
    }
  }, [start, isReady, place])

  const { audio, keys, pointer } = settings
  useEffect(() => {
    handle.current?.set({ audio, keys, pointer, quality, pans, room })
  }, [audio, keys, pointer, quality, pans, room])
  const listen = useCallback((listener: (news: ViewerNews) => void) => {
    listeners.current.add(listener)
    return () => {
      listeners.current.delete(listener)
    }
  }, [])

  return {
    ...facts,
    setPlace,
    streams,
    change: (change) => setChosen((before) => ({ ...before, ...change })),
    listen,
    pan: setPans,
    resize: setRoom,
    act: (act) => {
      if (handle.current !== null) act(handle.current)
    },
  }
}
