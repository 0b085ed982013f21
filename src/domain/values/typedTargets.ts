import { parseLanTarget } from "./address.ts"
import type { LanTarget } from "./lanTarget.ts"
import { lanTargetFault, withoutMask } from "./lanTargetFault.ts"
import { typedAscii } from "./typedValue.ts"

/** One entry of a typed or pasted text, as written; `target` is null when it is no target. */
export interface TypedTarget {
  readonly text: string
  readonly target: LanTarget | null
}

/** Separators that people write between the entries of a list. */
const BETWEEN = /[\s,;、，；]+/
/** Masks of whole octets, which mean the same as a wildcard. */
const WHOLE_OCTETS = /^[0-9.]+\/(?:8|16|24|32)$/

const targetOf = (text: string): LanTarget | null => {
  const ascii = typedAscii(text)
  const parsed = parseLanTarget((WHOLE_OCTETS.test(ascii) ? withoutMask(ascii) : null) ?? ascii)
  return parsed.ok ? parsed.value : null
}

/**
 * Reads a target, or a list of them; `10.0.0.0/24` is `10.0.0.*` (PICTURE-4). A range with spaces in it is one entry.
 */
export const typedTargets = (text: string): readonly TypedTarget[] => {
  const entries = lanTargetFault(text)?.kind === "several" ? text.split(BETWEEN).filter(Boolean) : [text]
  return entries.map((entry) => ({ text: entry, target: targetOf(entry) }))
}
