/** The far end of the sight line. Apart from its component, so that the build can draw it before the app loads. */

/** The distance between two ticks of the far end, px. */
const PITCH = 8
const COUNT = 200
/** Times without a sighting: first and last tick of each gap. */
const gaps = [
  [20, 30],
  [83, 90],
  [121, 126],
  [169, 171],
] as const

const unseen = (place: number): boolean => gaps.some(([first, last]) => place >= first && place <= last)
const path = (stroke: string, wanted: (place: number) => boolean): string =>
  Array.from({ length: COUNT }, (_, place) => (wanted(place) ? `M${place * PITCH + 0.5} ${stroke}` : "")).join("")

/** Width of the drawing, px. */
export const TICKS_WIDTH = COUNT * PITCH
export const seenTicks = path("0v24", (place) => !unseen(place))
export const unseenTicks = path("17v7", unseen)
