import { Icon } from "./Icon.tsx"
import { CheckIcon } from "./icons.ts"

/** Marks the present choice of a menu. */
export const Tick = () => (
  <span className="tick">
    <Icon of={CheckIcon} small />
  </span>
)
