import { seenTicks, TICKS_WIDTH, unseenTicks } from "./horizonTicks.ts"

/** The long sight line of the sign-in pages: the eye, its ray, a target, and distant devices as ticks. */
export const Horizon = () => (
  <div className="horizon" aria-hidden="true">
    <span className="eye" />
    <span className="ray" />
    <svg className="far" width={TICKS_WIDTH} height="24" aria-hidden="true">
      <path className="hi" d={seenTicks} />
      <path className="lo" d={unseenTicks} />
    </svg>
    <span className="target" />
  </div>
)
