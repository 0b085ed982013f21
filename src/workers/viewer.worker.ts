import { expose } from "comlink"
import type { InputEvent } from "../domain/wire/device/message.ts"
import type { PictureWords } from "./viewer/drawing.ts"
import { type ViewerNews, ViewerSession, type ViewerSettings } from "./viewer/session.ts"

/** Where a font's file is, which a worker must load on its own. */
export interface FontFile {
  readonly family: string
  readonly url: string
}

let session: ViewerSession | undefined

const load = async ({ family, url }: FontFile): Promise<void> => {
  // Without its font the picture is drawn in one of the system.
  const font = await new FontFace(family, `url(${url})`, { weight: "100 900" }).load().catch(() => undefined)
  if (font !== undefined) self.fonts.add(font)
}

const worker = {
  start: (
    canvas: OffscreenCanvas,
    words: PictureWords,
    settings: ViewerSettings,
    fonts: readonly FontFile[],
    tell: (news: ViewerNews) => void,
  ): void => {
    session = new ViewerSession(canvas, words, settings, tell)
    for (const font of fonts) void load(font)
  },
  connect: (url: string, protocols: readonly string[]): void => session?.connect(url, protocols),
  set: (settings: ViewerSettings): void => session?.set(settings),
  input: (events: readonly InputEvent[]): void => session?.input(events),
  close: (): void => session?.close(),
}

/** What the page can ask of this worker. */
export type ViewerWorker = typeof worker

expose(worker)
