import { InlineError } from "../ui/InlineError.tsx"

interface Props {
  /** The reason of the failure; null without one, or where a field shows it. */
  readonly text: string | null
  /** The server's own words about the failure. */
  readonly hint: string | null
}

/** The reason why a step of a flow failed. It never says that a server which replied is away (MSG-3). */
export const FlowError = ({ text, hint }: Props) => <InlineError text={text} hint={hint} />
