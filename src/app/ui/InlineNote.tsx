import type { ReactNode } from "react"
import { Glyph, type GlyphName } from "./Glyph.tsx"

/** A note in place of a list or a part of a page, with the reason and the remedy. `tall` makes it as high as a card. */
export const InlineNote = ({
  glyph,
  title,
  children,
  action,
  tall = false,
}: {
  readonly glyph: GlyphName
  readonly title: ReactNode
  readonly children?: ReactNode
  readonly action?: ReactNode
  readonly tall?: boolean
}) => (
  <div className={tall ? "inline-note tall" : "inline-note"}>
    <Glyph name={glyph} large />
    <p className="grow" role="status">
      <b>{title}</b> {children}
    </p>
    {action}
  </div>
)
