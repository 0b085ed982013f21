import type { ReactNode } from "react"
import { Glyph } from "./Glyph.tsx"

/** A numbered step with its state. `said` is that state in words, where the page knows it. */
export const Step = ({
  n,
  title,
  state,
  said,
  children,
}: {
  readonly n: number
  readonly title: string
  readonly state: "done" | "now" | "later"
  readonly said?: string
  readonly children?: ReactNode
}) => (
  <li className={state === "later" ? undefined : state} aria-current={state === "now" ? "step" : undefined}>
    <span className="no">{state === "done" ? <Glyph name="confirmed" /> : n}</span>
    <h3>
      {title}
      {said !== undefined && <span className="said">{said}</span>}
    </h3>
    {children}
  </li>
)
