import { Presence } from "./Presence.tsx"

/** Stands for a card while the first list is being read; never in place of something known. */
export const SkeletonCard = () => (
  <div className="card" aria-hidden="true">
    <div className="card-head">
      <span className="sk dot" />
      <span className="sk w-45" />
    </div>
    <div className="meta">
      <span className="sk w-30" />
      <span className="sk w-25" />
    </div>
    <div className="trace">
      <Presence ticks={[]} online={false} />
      <span className="sk fix" />
    </div>
    <div className="slot">
      <span className="sk w-40" />
    </div>
  </div>
)
