/** The size of a picture and its visible part, without I/O (SCREEN-6). */

export interface Extent {
  readonly width: number
  readonly height: number
}

export interface PicturePoint {
  readonly x: number
  readonly y: number
}

export interface Zoom {
  /** CSS pixels for each pixel of the device; null for as large as the stage allows. */
  readonly scale: number | null
  /** The point of the picture in the middle of the stage, as a share of its sides. */
  readonly centre: PicturePoint
}

/** The position of the picture, CSS pixels from the corner of the stage. */
export interface Placed extends Extent {
  readonly left: number
  readonly top: number
  readonly scale: number
}

/** The largest scale. Beyond it single pixels would fill the stage. */
export const SCALE_MAX = 8
/** The factor of one press of a key or button. */
export const STEP = 1.25
/** The factor of one notch of a wheel. */
const NOTCH = 1.2
/**
 * The shortest notch in any browser, CSS pixels. A shorter movement is a part of a notch, as touchpads report a pinch.
 */
const NOTCH_LEAST = 40
/** `WheelEvent.DOM_DELTA_PIXEL`. Other modes count lines or pages, and report only whole notches. */
const IN_PIXELS = 0

export const fitted: Zoom = { scale: null, centre: { x: 0.5, y: 0.5 } }
export const actual: Zoom = { ...fitted, scale: 1 }

const clamp = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value))

export const fitScale = (picture: Extent, stage: Extent): number =>
  Math.min(stage.width / picture.width, stage.height / picture.height)

/** The factor of a wheel event. A notch is one step, however far the browser would scroll for it. */
export const wheelFactor = ({ deltaY, deltaMode }: Pick<WheelEvent, "deltaY" | "deltaMode">): number =>
  NOTCH ** (deltaMode === IN_PIXELS ? clamp(-deltaY / NOTCH_LEAST, -1, 1) : -Math.sign(deltaY))

/** The offset of one side. A side shorter than the stage lies in the middle; a longer one leaves no gap. */
const along = (length: number, stage: number, centre: number): number =>
  length <= stage ? (stage - length) / 2 : clamp(stage / 2 - centre * length, stage - length, 0)

export const placed = ({ scale, centre }: Zoom, picture: Extent, stage: Extent): Placed => {
  const used = scale ?? fitScale(picture, stage)
  const width = picture.width * used
  const height = picture.height * used
  return {
    width,
    height,
    scale: used,
    left: along(width, stage.width, centre.x),
    top: along(height, stage.height, centre.y),
  }
}

const centreOf = ({ left, top, width, height }: Placed, stage: Extent): PicturePoint => ({
  x: (stage.width / 2 - left) / width,
  y: (stage.height / 2 - top) / height,
})

/** Zooms by a factor, and keeps the picture under the point of the stage in place. Never smaller than the fit. */
export const zoomed = (zoom: Zoom, picture: Extent, stage: Extent, factor: number, point: PicturePoint): Zoom => {
  const before = placed(zoom, picture, stage)
  const fit = fitScale(picture, stage)
  const scale = Math.min(before.scale * factor, Math.max(SCALE_MAX, fit))
  if (scale <= fit) return fitted
  const grown = scale / before.scale
  const left = point.x - (point.x - before.left) * grown
  const top = point.y - (point.y - before.top) * grown
  const after: Placed = { left, top, width: picture.width * scale, height: picture.height * scale, scale }
  return { scale, centre: centreOf(after, stage) }
}

/** Zooms to this scale, and keeps the middle in place. Never smaller than the fit. */
export const scaledTo = ({ centre }: Zoom, picture: Extent, stage: Extent, scale: number): Zoom =>
  scale <= fitScale(picture, stage) ? fitted : { scale: Math.min(scale, SCALE_MAX), centre }

/** Puts this point of the picture in the middle of the stage. */
export const lookingAt = ({ scale }: Zoom, centre: PicturePoint): Zoom => ({ scale, centre })

/** Moves the picture by CSS pixels, up to its edges. */
export const panned = (zoom: Zoom, picture: Extent, stage: Extent, by: PicturePoint): Zoom => {
  const before = placed(zoom, picture, stage)
  const moved = centreOf({ ...before, left: before.left + by.x, top: before.top + by.y }, stage)
  const after = placed({ ...zoom, centre: moved }, picture, stage)
  return { ...zoom, centre: centreOf(after, stage) }
}

/** The part of the picture that the stage shows, as shares of its sides. */
export const visible = (zoom: Zoom, picture: Extent, stage: Extent): Extent & PicturePoint => {
  const { left, top, width, height } = placed(zoom, picture, stage)
  return {
    x: Math.max(0, -left / width),
    y: Math.max(0, -top / height),
    width: Math.min(1, stage.width / width),
    height: Math.min(1, stage.height / height),
  }
}
