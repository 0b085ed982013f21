import type { ReactNode } from "react"
import { Horizon } from "./Horizon.tsx"

/** What is alone in place of a page that cannot be shown: what is wrong, and the way out. */
export const Lone = ({
  title,
  role,
  children,
}: {
  readonly title: string
  /** Announced at once where it appears without a request. */
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
