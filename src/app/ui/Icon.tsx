import type { LucideIcon } from "lucide-react"

export type IconShape = LucideIcon

/** An icon of `icons.ts`: decoration beside a word, never a state on its own. `flip` mirrors arrows in Arabic. */
export const Icon = ({
  of: Shape,
  small = false,
  flip = false,
}: {
  readonly of: IconShape
  readonly small?: boolean
  readonly flip?: boolean
}) => <Shape className={`i${small ? " s" : ""}${flip ? " flip" : ""}`} aria-hidden="true" focusable="false" />
