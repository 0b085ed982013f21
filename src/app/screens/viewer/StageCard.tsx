import type { ReactNode } from "react"
import { Glyph, type GlyphName } from "../../ui/Glyph.tsx"

/** In place of a picture that is not live: the state, and the acts that a person has. */
export const StageCard = ({
  glyph,
  tone,
  title,
  isSteady = false,
  actions,
  children,
}: {
  readonly glyph: GlyphName
  readonly tone: "ok" | "warn" | "bad"
  readonly title: string
  /** True while another reason may replace the shown one. */
  readonly isSteady?: boolean
  readonly actions: ReactNode
  readonly children: ReactNode
}) => (
  <div className="vlost">
    <section className="vlost-card" role="status" aria-live="polite">
      <h2>
        <Glyph name={glyph} tone={tone} />
        {title}
      </h2>
      <div className={isSteady ? "says steady" : "says"}>{children}</div>
      <div className="row end">{actions}</div>
    </section>
  </div>
)
