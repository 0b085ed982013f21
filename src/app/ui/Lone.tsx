import type { ReactNode } from "react"
import { Horizon } from "./Horizon.tsx"

/** The only content in place of a page that cannot be shown: the fault, and the way out. */
export const Lone = ({
  title,
  role,
  children,
}: {
  readonly title: string
  /** Announced at once when it appears without a request. */
  readonly role?: "alert"
  readonly children: ReactNode
}) => (
  <div className="page">
    <div className="lone" role={role}>
      <Horizon />
      <h1>{title}</h1>
      {children}
    </div>
  </div>
)
