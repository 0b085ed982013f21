import type { ReactNode } from "react"

/** An empty state: the reason, and the remedy. Never for a list that failed to load. */
export const EmptyState = ({
  title,
  children,
  actions,
}: {
  readonly title: string
  readonly children: ReactNode
  readonly actions?: ReactNode
}) => (
  <div className="void">
    <span className="rest" aria-hidden="true" />
    <h3>{title}</h3>
    <p>{children}</p>
    {actions === undefined ? null : <div className="row">{actions}</div>}
  </div>
)
