import { useEffect, useRef, useState } from "react"
import { useTranslation } from "react-i18next"
import { isOn } from "../../../domain/features/settings/feature.ts"
import type { State } from "../../../domain/product/state.ts"
import { useView } from "../../client/client.ts"
import type { DeviceInput, ViewerHandle, ViewerNews } from "../../client/handle.ts"
import { useClient } from "../../client/provider.ts"
import { sound } from "./sound.ts"

/** What goes to the device and what comes from it; as Settings say until a person says otherwise here (SETTINGS-1). */
export interface Streams {
  readonly keyboard: boolean
  readonly pointer: boolean
  readonly audio: boolean
}

const atFirst = ({ settings }: State): Streams => ({
  keyboard: isOn(settings, "input"),
  pointer: isOn(settings, "input"),
  audio: isOn(settings, "audio"),
})

type Shown = Extract<ViewerNews, { type: "picture" }>["picture"]

const settingsOf = ({ keyboard, pointer, audio }: Streams) => ({ audio, input: keyboard || pointer })

/** The latest delays, for the ticks beside the figure. */
const LATENCIES_KEPT = 12

export interface ViewerStage {
  /** Where the canvas is put. */
  readonly setPlace: (place: HTMLDivElement | null) => void
  readonly streams: Streams
  readonly change: (change: Partial<Streams>) => void
  readonly send: (event: DeviceInput) => void
  /** What the picture shows; null before the first one. */
  readonly shown: Shown | null
  /** ms, the newest last */
  readonly latencies: readonly number[]
}

/** The picture of the device that this tab is connected to. One canvas for as long as the screen lives. */
export const useViewer = (): ViewerStage => {
  const { t } = useTranslation()
  const { start } = useClient()
  const [place, setPlace] = useState<HTMLDivElement | null>(null)
  const handle = useRef<ViewerHandle | null>(null)
  const preferred = useView(atFirst)
  const [chosen, setChosen] = useState<Partial<Streams>>({})
  const [shown, setShown] = useState<Shown | null>(null)
  const [latencies, setLatencies] = useState<readonly number[]>([])
  const streams: Streams = { keyboard: true, pointer: true, audio: true, ...preferred, ...chosen }
  const first = useRef(streams)
  first.current = streams
  const isReady = preferred !== undefined

  useEffect(() => {
    const now = start.get()
    if (!isReady || now.phase !== "ready" || place === null) return
    /* A canvas that was given away cannot be given away again: each effect has its own. */
    const canvas = document.createElement("canvas")
    canvas.setAttribute("aria-hidden", "true")
    place.append(canvas)
    const words = {
      typed: t("devices.viewer.typed"),
      asleep: t("devices.viewer.asleep"),
      none: t("devices.viewer.noHost"),
    }
    const told = (news: ViewerNews) => {
      if (news.type === "latency") setLatencies((before) => [...before, news.ms].slice(-LATENCIES_KEPT))
      else if (news.type === "closed") setLatencies([])
      else {
        setShown(news.picture)
        if (news.picture.sound !== null && first.current.audio) sound(news.picture.sound)
      }
    }
    const opened = now.handle.view({ canvas, words, settings: settingsOf(first.current), told })
    handle.current = opened
    return () => {
      opened.stop()
      handle.current = null
      canvas.remove()
    }
  }, [start, t, isReady, place])

  const { audio, input } = settingsOf(streams)
  useEffect(() => {
    handle.current?.set({ audio, input })
  }, [audio, input])

  return {
    setPlace,
    streams,
    change: (change) => setChosen((before) => ({ ...before, ...change })),
    send: (event) => handle.current?.input([event]),
    shown,
    latencies,
  }
}
