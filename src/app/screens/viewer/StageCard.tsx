import type { ReactNode } from "react"
import { Glyph, type GlyphName } from "../../ui/Glyph.tsx"

/** In place of a picture that is not live: the state, and the acts that a person has. */
export const StageCard = ({
  glyph,
  tone,
  title,
  actions,
  children,
}: {
  readonly glyph: GlyphName
  readonly tone: "ok" | "warn" | "bad"
  readonly title: string
  readonly actions: ReactNode
  readonly children: ReactNode
}) => (
  <div className="vlost">
    <section className="vlost-card" role="status" aria-live="polite">
      <h2>
        <Glyph name={glyph} tone={tone} />
        {title}
      </h2>
      {children}
      <div className="row end">{actions}</div>
    </section>
  </div>
)
