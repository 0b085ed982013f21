import { Icon } from "./Icon.tsx"
import { CheckIcon } from "./icons.ts"

/** Marks what is chosen in a menu. */
export const Tick = () => (
  <span className="tick">
    <Icon of={CheckIcon} small />
  </span>
)
