import { useEffect, useRef } from "react"
import { keepFrame } from "../../adapters/storage/frames.ts"
import type { State } from "../../domain/product/state.ts"
import { useHandle, useView } from "../client/client.ts"
import type { ViewerHandle, ViewerNews } from "../client/handle.ts"
import { useWantsFrames, wantsFrames } from "./lastFrames.ts"

/** Of the stage on which a device is viewed, as much as is needed to look at it. */
interface ViewedStage {
  readonly act: (act: (viewer: ViewerHandle) => void) => void
  readonly listen: (listener: (news: ViewerNews) => void) => () => void
}

/** A frame is kept when the first picture is whole, then this often, and at the end; ms. */
const FIRST_AFTER_MS = 2_000
const EVERY_MS = 30_000
/** Room of a kept frame, px, and how well it is kept, of 1. */
const ROOM = { width: 480, height: 270 }
const QUALITY = 0.72

const accountOf = ({ session }: State) => session.current?.account ?? null

/** Draws the screen as large as it fits its room, and no larger than it is. */
const drawInto = (small: HTMLCanvasElement, screen: HTMLCanvasElement): boolean => {
  if (screen.width === 0 || screen.height === 0) return false
  const scale = Math.min(1, ROOM.width / screen.width, ROOM.height / screen.height)
  small.width = Math.max(1, Math.round(screen.width * scale))
  small.height = Math.max(1, Math.round(screen.height * scale))
  const context = small.getContext("2d")
  context?.drawImage(screen, 0, 0, small.width, small.height)
  return context !== null
}

/** Keeps the last frame of the device that is viewed, for the account signed in, unless a person wants none kept (PICTURE-3). */
export const useLastFrame = (stage: ViewedStage, did: string): void => {
  const account = useView(accountOf) ?? null
  const isWanted = useWantsFrames() === true && did !== ""
  const handle = useHandle()
  const act = useRef(stage.act)
  act.current = stage.act
  const { listen } = stage
  useEffect(() => {
    if (handle === undefined || account === null || !isWanted) return
    const small = document.createElement("canvas")
    let [drawnAt, dueAt] = [0, Number.POSITIVE_INFINITY]
    const keep = () => {
      // At the end the account may be gone, with all that was kept of it, or a person may want none kept any more.
      const state = handle.state()
      if (drawnAt === 0 || accountOf(state) !== account || !wantsFrames(state)) return
      void keepFrame({ account, did, at: drawnAt, image: small.toDataURL("image/jpeg", QUALITY) })
    }
    const stop = listen((news) => {
      if (news.type !== "picture") return
      act.current((viewer) => {
        const screen = viewer.canvas()
        if (screen === null || !drawInto(small, screen)) return
        if (drawnAt === 0) dueAt = news.at + FIRST_AFTER_MS
        drawnAt = news.at
        if (news.at < dueAt) return
        dueAt = news.at + EVERY_MS
        keep()
      })
    })
    return () => {
      stop()
      keep()
    }
  }, [handle, account, did, isWanted, listen])
}
