import { useEffect, useEffectEvent, useLayoutEffect, useState } from "react"
import {
  actual,
  type Extent,
  fitted,
  lookingAt,
  type PicturePoint,
  type Placed,
  panned,
  placed,
  scaledTo,
  visible,
  wheelFactor,
  type Zoom,
  zoomed,
} from "../../viewer/zoom.ts"
import type { ViewerStage } from "./useViewer.ts"

/** The assumed size before the first picture. */
const USUAL: Extent = { width: 1_280, height: 720 }

export interface Zooming {
  /** Sets the element around the picture. */
  readonly setRoom: (room: HTMLElement | null) => void
  /** Null before the room is measured. */
  readonly placed: Placed | null
  readonly kind: "fit" | "actual" | "zoom"
  /** True when a part of the picture lies outside. */
  readonly isLarger: boolean
  /** The visible part, as shares of the sides. */
  readonly part: Extent & PicturePoint
  readonly toFit: () => void
  readonly toActual: () => void
  readonly to: (scale: number) => void
  /** Enlarges by a factor, about a point of the window or the middle. */
  readonly by: (factor: number, point?: PicturePoint) => void
  /** Moves the picture, CSS pixels. */
  readonly move: (by: PicturePoint) => void
  readonly lookAt: (centre: PicturePoint) => void
}

const useExtent = (element: HTMLElement | null): Extent | null => {
  const [extent, setExtent] = useState<Extent | null>(null)
  useLayoutEffect(() => {
    if (element === null) return
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = element
      if (width > 0 && height > 0) setExtent({ width, height })
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [element])
  return extent
}

/**
 * The size of the picture and its visible part. Changed by buttons and keys, by the wheel with Ctrl, and by two fingers
 * (SCREEN-6).
 */
export const useZoom = ({ size, listen, pan, resize }: ViewerStage, resizes: boolean): Zooming => {
  const [room, setRoom] = useState<HTMLElement | null>(null)
  const [zoom, setZoom] = useState<Zoom>(fitted)
  const stage = useExtent(room)
  const picture = size ?? USUAL

  const change = (next: (zoom: Zoom, stage: Extent) => Zoom) => {
    if (stage !== null) setZoom((before) => next(before, stage))
  }
  const by = (factor: number, point?: PicturePoint) =>
    change((before, extent) => {
      const box = room?.getBoundingClientRect()
      const about =
        point === undefined || box === undefined
          ? { x: extent.width / 2, y: extent.height / 2 }
          : { x: point.x - box.left, y: point.y - box.top }
      return zoomed(before, picture, extent, factor, about)
    })
  const move = (distance: PicturePoint) => change((before, extent) => panned(before, picture, extent, distance))

  const onWheel = useEffectEvent((event: WheelEvent) => {
    // Touchpads report a pinch as a wheel with Ctrl, too.
    if (!event.ctrlKey) return
    event.preventDefault()
    event.stopPropagation()
    by(wheelFactor(event), { x: event.clientX, y: event.clientY })
  })
  useEffect(() => {
    if (room === null) return
    const listener = (event: WheelEvent) => onWheel(event)
    room.addEventListener("wheel", listener, { capture: true, passive: false })
    return () => room.removeEventListener("wheel", listener, { capture: true })
  }, [room])

  const onTwoFingers = useEffectEvent((factor: number, point: PicturePoint, distance: PicturePoint) => {
    if (factor !== 1) by(factor, point)
    move(distance)
  })
  useEffect(
    () =>
      listen((news) => {
        if (news.type !== "twoFingers") return
        onTwoFingers(news.factor, { x: news.x, y: news.y }, { x: news.dx, y: news.dy })
      }),
    [listen],
  )

  const place = stage === null ? null : placed(zoom, picture, stage)
  const isLarger =
    stage !== null && place !== null && (place.width > stage.width + 1 || place.height > stage.height + 1)
  const setPans = useEffectEvent((pans: boolean) => pan(pans))
  useEffect(() => setPans(isLarger), [isLarger])
  const setWanted = useEffectEvent((wanted: Extent | null) => resize(wanted))
  useEffect(() => setWanted(resizes ? stage : null), [resizes, stage])

  return {
    setRoom,
    placed: place,
    kind: zoom.scale === null ? "fit" : zoom.scale === 1 ? "actual" : "zoom",
    isLarger,
    part: stage === null ? { x: 0, y: 0, width: 1, height: 1 } : visible(zoom, picture, stage),
    toFit: () => setZoom(fitted),
    toActual: () => setZoom(({ centre }) => ({ ...actual, centre })),
    to: (scale) => change((before, extent) => scaledTo(before, picture, extent, scale)),
    by,
    move,
    lookAt: (centre) => setZoom((before) => lookingAt(before, centre)),
  }
}
