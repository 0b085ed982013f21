import type { EventSign as Sign } from "../../../domain/event/event.ts"
import { Glyph, glyphNamed } from "../../ui/Glyph.tsx"

/** The sign of an event. The words beside it say the same. */
export const EventSign = ({ sign: [glyph, tone] }: { readonly sign: Sign }) => (
  <Glyph name={glyphNamed(glyph)} tone={tone} />
)
