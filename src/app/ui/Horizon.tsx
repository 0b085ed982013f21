/** px between two ticks of the far end. */
const PITCH = 8
const COUNT = 200
/** Where nothing was seen: first and last tick of each gap. */
const gaps = [
  [20, 30],
  [83, 90],
  [121, 126],
  [169, 171],
] as const

const unseen = (place: number): boolean => gaps.some(([first, last]) => place >= first && place <= last)
const path = (stroke: string, wanted: (place: number) => boolean): string =>
  Array.from({ length: COUNT }, (_, place) => (wanted(place) ? `M${place * PITCH + 0.5} ${stroke}` : "")).join("")

const seenPath = path("0v24", (place) => !unseen(place))
const unseenPath = path("17v7", unseen)

/** The long sight line of the sign-in pages: the eye, its ray, a target, and devices far off as ticks. */
export const Horizon = () => (
  <div className="horizon" aria-hidden="true">
    <span className="eye" />
    <span className="ray" />
    <svg className="far" width={COUNT * PITCH} height="24" aria-hidden="true">
      <path className="hi" d={seenPath} />
      <path className="lo" d={unseenPath} />
    </svg>
    <span className="target" />
  </div>
)
