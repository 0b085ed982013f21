import sans from "@fontsource-variable/geist/files/geist-latin-wght-normal.woff2?url"
import mono from "@fontsource-variable/geist-mono/files/geist-mono-latin-wght-normal.woff2?url"
import { proxy, transfer, wrap } from "comlink"
import type { InputEvent } from "../../domain/wire/device/message.ts"
import type { PictureWords } from "../../workers/viewer/drawing.ts"
import type { ViewerNews, ViewerSettings } from "../../workers/viewer/session.ts"
import type { FontFile, ViewerWorker } from "../../workers/viewer.worker.ts"

export type { PictureWords } from "../../workers/viewer/drawing.ts"
export type { ViewerNews, ViewerSettings } from "../../workers/viewer/session.ts"

/** A canvas that a worker draws on, with the socket of a device behind it. */
export interface Viewer {
  readonly connect: (url: string, protocols: readonly string[]) => void
  readonly set: (settings: ViewerSettings) => void
  readonly input: (events: readonly InputEvent[]) => void
  readonly stop: () => void
}

const fonts: readonly FontFile[] = [
  { family: "Geist Variable", url: sans },
  { family: "Geist Mono Variable", url: mono },
]

const absolute = ({ family, url }: FontFile): FontFile => ({ family, url: new URL(url, location.href).href })

export const startViewer = (
  canvas: HTMLCanvasElement,
  words: PictureWords,
  settings: ViewerSettings,
  told: (news: ViewerNews) => void,
): Viewer => {
  const worker = new Worker(new URL("../../workers/viewer.worker.ts", import.meta.url), {
    type: "module",
    name: "viewer",
  })
  const remote = wrap<ViewerWorker>(worker)
  const drawn = canvas.transferControlToOffscreen()
  void remote.start(transfer(drawn, [drawn]), words, settings, fonts.map(absolute), proxy(told))
  return {
    connect: (url, protocols) => void remote.connect(url, protocols),
    set: (next) => void remote.set(next),
    input: (events) => void remote.input(events),
    stop: () => worker.terminate(),
  }
}
