import { useEffect, useRef } from "react"
import { keepFrame } from "../../adapters/storage/frames.ts"
import type { State } from "../../domain/product/state.ts"
import { useHandle, useView } from "../client/client.ts"
import type { ViewerHandle, ViewerNews } from "../client/handle.ts"
import { useWantsFrames, wantsFrames } from "./lastFrames.ts"

/** The part of the viewer's stage that this needs. */
interface ViewedStage {
  readonly act: (act: (viewer: ViewerHandle) => void) => void
  readonly listen: (listener: (news: ViewerNews) => void) => () => void
}

/** A frame is stored once the first picture is complete, then at this interval, and at the end; ms. */
const FIRST_AFTER_MS = 2_000
const EVERY_MS = 30_000
/** The largest size of a stored frame, px, and its JPEG quality, of 1. */
const ROOM = { width: 480, height: 270 }
const QUALITY = 0.72

const accountOf = ({ session }: State) => session.current?.account ?? null

/** Draws the screen as large as it fits the given size, and never enlarged. */
const drawInto = (small: HTMLCanvasElement, screen: HTMLCanvasElement): boolean => {
  if (screen.width === 0 || screen.height === 0) return false
  const scale = Math.min(1, ROOM.width / screen.width, ROOM.height / screen.height)
  small.width = Math.max(1, Math.round(screen.width * scale))
  small.height = Math.max(1, Math.round(screen.height * scale))
  const context = small.getContext("2d")
  context?.drawImage(screen, 0, 0, small.width, small.height)
  return context !== null
}

/**
 * Stores the last frame of the viewed device, for the account signed in, unless a person has turned that off
 * (PICTURE-3).
 */
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
      // At the end the account and its stored data may be gone, or a person may have turned frames off.
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
