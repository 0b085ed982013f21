import { InlineError } from "../ui/InlineError.tsx"

interface Props {
  /** Why the step failed; null where nothing did, or where a field says it. */
  readonly text: string | null
  /** The server's own words about the failure. */
  readonly hint: string | null
}

/** Why a step of a flow failed; a server that was reached is not said to be away (MSG-3). */
export const FlowError = ({ text, hint }: Props) => <InlineError text={text} hint={hint} />
